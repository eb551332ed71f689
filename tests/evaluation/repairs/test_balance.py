"""What is missing and what is extra, as repairs go on."""

from __future__ import annotations

import pytest

from rightmost.evaluation.repairs.balance import Balance, Fixed
from rightmost.trees.tree import Span

NP, VP, PP, LONG_NP = Span(0, 2, "NP"), Span(2, 4, "VP"), Span(2, 3, "PP"), Span(0, 3, "NP")


@pytest.fixture
def balance() -> Balance:
    return Balance([NP, VP, VP], [VP, PP, LONG_NP])


def test_only_differences_are_kept(balance):
    assert len(balance) == 4
    assert dict(balance.missing) == {NP: 1, VP: 1}
    assert [balance.is_extra(span) for span in (PP, LONG_NP, VP)] == [True, True, False]


def test_landing(balance):
    assert balance.landing([(LONG_NP, NP)]) == 2
    assert balance.landing([(LONG_NP, NP), (PP, VP)]) == 4
    assert balance.landing([(LONG_NP, Span(0, 5, "NP"))]) == 0
    assert balance.landing([(VP, NP)]) is None
    assert balance.landing([(LONG_NP, NP), (LONG_NP, NP)]) is None
    assert balance.landing([(LONG_NP, NP)], removed=PP) == 3
    assert balance.landing([(LONG_NP, NP)], removed=NP) == 2
    assert balance.landing([(LONG_NP, NP), (PP, NP)], removed=NP) == 3


def test_fixing(balance):
    assert balance.add(VP) == Fixed(missing=(VP,))
    assert balance.remove(PP) == Fixed(extra=(PP,))
    assert balance.change([(LONG_NP, NP)]) == Fixed((NP,), (LONG_NP,))
    assert not balance


def test_an_extra_bracket_is_remembered_as_it_was_predicted(balance):
    moved = Span(0, 5, "NP")
    assert balance.change([(LONG_NP, moved)]) == Fixed()
    assert (balance.is_extra(moved), balance.is_extra(LONG_NP)) == (True, False)
    assert balance.change([(moved, NP)]) == Fixed((NP,), (LONG_NP,))
