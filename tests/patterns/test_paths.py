from __future__ import annotations

import pytest

from patterns.reference import DESCRIPTIONS
from patterns.reference import RELATIONS as REFERENCE
from patterns.test_relations import check
from rightmost.patterns.paths import chain, relation
from rightmost.patterns.relations import RELATIONS
from rightmost.trees.heads import COLLINS

CHOSEN = sorted(symbol for symbol in REFERENCE if symbol not in RELATIONS and "(" not in symbol)


@pytest.mark.parametrize("symbol", CHOSEN)
def test_targets_and_holders(symbol):
    found = relation(symbol, COLLINS)
    assert found is not None
    check(found, REFERENCE[symbol], seed=len(symbol))


@pytest.mark.parametrize("symbol", ["<+", ">+", ".+", ",+"])
def test_chains(symbol):
    matches = {label: DESCRIPTIONS["A"](label) for label in ["A", "B", "C", "A-X", "a", "b"]}
    check(chain(symbol, matches), REFERENCE[f"{symbol}(A)"], seed=1)


def test_there_is_no_child_0():
    assert relation("<0", COLLINS) is None
    assert relation(">-0", COLLINS) is None
    assert relation("<<<0", COLLINS) is None
