from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rightmost.evaluation.crossing import crossing_count
from rightmost.trees.tree import Leaf, Span, Tree
from strategies import trees


def crosses(one: Span, other: Span) -> bool:
    """The definition."""
    return one.left < other.left < one.right < other.right or other.left < one.left < other.right < one.right


def regrown(leaves: tuple[Leaf, ...], choose: random.Random) -> Tree:
    """Another tree over the same leaves."""
    nodes: list[Tree | Leaf] = list(leaves)
    while len(nodes) > 1:
        left = choose.randrange(len(nodes))
        nodes[left : left + 3] = [Tree("NP", nodes[left : left + 3])]
    return Tree("S", nodes)


@given(trees(), st.randoms(use_true_random=False))
def test_as_defined(tree, choose):
    gold, predicted = tree.spans(), regrown(tree.leaves, choose).spans()
    expected = sum(any(crosses(one, other) for one in gold) for other in predicted)
    assert crossing_count(gold, predicted, words=len(tree.leaves)) == expected


def test_without_gold_brackets_nothing_crosses():
    assert crossing_count([], [Span(0, 2, "NP"), Span(1, 3, "NP")], words=3) == 0


def test_touching_and_nested_brackets_do_not_cross():
    gold = [Span(0, 4, "S"), Span(0, 2, "NP"), Span(2, 4, "VP")]
    assert crossing_count(gold, [Span(0, 4, "S"), Span(0, 1, "NP"), Span(2, 3, "NP"), Span(3, 4, "NP")], words=4) == 0
    assert crossing_count(gold, [Span(1, 3, "NP"), Span(0, 3, "NP"), Span(1, 4, "NP")], words=4) == 3
