"""Categories read off a change: what the hand-worked trees of test_repair do not show."""

from __future__ import annotations

import pytest

from rightmost.evaluation.repairs.category import Category, category_of
from rightmost.evaluation.repairs.change import Edit, Kind, Relocation, Surroundings

VP = Surroundings("VP", ("VBD",))


@pytest.mark.parametrize(
    ("movers", "source", "target", "category"),
    [
        (["NP", "PP"], VP, VP, Category.PP_ATTACHMENT),
        (["VP", "NP"], VP, VP, Category.NP_ATTACHMENT),
        (["SBAR", "VP"], VP, VP, Category.VP_ATTACHMENT),
        (["SQ"], VP, VP, Category.CLAUSE_ATTACHMENT),
        (["RB"], Surroundings("NP"), Surroundings("NP"), Category.MODIFIER_ATTACHMENT),
        (["NN"], Surroundings("NP"), Surroundings("QP"), Category.NP_INTERNAL_STRUCTURE),
        (["NN"], Surroundings("NP"), VP, Category.UNSET_MOVE),
        (["PP", "CC"], VP, VP, Category.COORDINATION),
        (["PP"], Surroundings("NP", ("NP", "CC")), VP, Category.COORDINATION),
        (["PP"], Surroundings("NP", ("CC", "NP")), VP, Category.PP_ATTACHMENT),
        (["PP"], VP, Surroundings("NP", ("NP",), ("CC", "NP")), Category.COORDINATION),
    ],
)
def test_what_moved_decides(movers, source, target, category):
    assert category_of(Relocation(tuple(movers), source, target)) is category


@pytest.mark.parametrize("kind", [Kind.ADD, Kind.REMOVE])
@pytest.mark.parametrize(
    ("label", "children", "place", "category"),
    [
        ("UCP", ["NP", "CC", "ADJP"], VP, Category.COORDINATION),
        ("NP", ["NP", "CC", "NP"], VP, Category.COORDINATION),
        ("VP", ["VP", "VP"], VP, Category.COORDINATION),
        ("NP", ["NP", "NP"], VP, Category.NP_INTERNAL_STRUCTURE),
        ("NP", ["DT", "NN"], VP, Category.NP_INTERNAL_STRUCTURE),
        ("NP", ["PP", "NP"], Surroundings("S"), Category.UNARY),
        ("NP", ["PP", "NP"], Surroundings("NP"), Category.X_OVER_X_UNARY),
        ("NP", ["NP", "PP"], Surroundings("TOP"), Category.PP_ATTACHMENT),
        ("NP", ["NP", "ADVP"], VP, Category.MODIFIER_ATTACHMENT),
        ("S", ["S", "S"], VP, Category.CLAUSE_ATTACHMENT),
    ],
)
def test_a_node_added_or_removed(kind, label, children, place, category):
    assert category_of(Edit(kind, label, place, tuple(children), over_word=False)) is category


def test_unset_says_what_was_done():
    kinds = {Kind.ADD: Category.UNSET_ADD, Kind.REMOVE: Category.UNSET_REMOVE}
    for kind, category in kinds.items():
        assert category_of(Edit(kind, "S", VP, ("NP", "VP"), over_word=False)) is category
