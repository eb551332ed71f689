"""Each relation's two sides agree with each other and with the definitions, on random trees."""

from __future__ import annotations

import random

import pytest

from patterns.reference import RELATIONS as REFERENCE
from patterns.reference import Nodes, random_tree
from rightmost.patterns.relations import ANYWHERE, RELATIONS
from rightmost.trees.index import TreeIndex


def check(relation, reference, seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(15):
        tree = random_tree(choose)
        index, nodes = TreeIndex(tree), Nodes(tree)
        pairs = {(nodes.number[a], nodes.number[b]) for a in nodes.paths for b in nodes.paths if reference(nodes, a, b)}
        for node in range(len(index)):
            targets = list(relation.targets(index, node))
            assert targets == sorted(targets)
            assert targets == sorted(b for a, b in pairs if a == node)
        some = sorted(choose.sample(range(len(index)), choose.randint(1, len(index))))
        assert set(relation.holders(index, some)) == {a for a, b in pairs if b in some}


@pytest.mark.parametrize("symbol", sorted(RELATIONS))
def test_targets_and_holders(symbol):
    check(RELATIONS[symbol], REFERENCE[symbol], seed=len(symbol))


def test_anywhere():
    check(ANYWHERE, lambda nodes, a, b: True, seed=0)
