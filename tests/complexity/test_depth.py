from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.complexity.depth import SENTENCES, measure_depth
from rightmost.trees.node import Node
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, labels, trees

LEAVES = st.builds(Leaf, st.just("king"), st.sampled_from(["NN", "VBZ"]))


def yngve(word: Node) -> int:
    """The sisters to the right of the word and of all nodes above it."""
    line = [word, *word.ancestors]
    return sum(sum(sister.number > node.number for sister in node.siblings) for node in line)


def frazier(tag: Node) -> float:
    """Up as long as the node is a first child; one for each node that is reached, 1.5 for a sentence."""
    score = 0.0
    node = tag
    while (above := node.parent) is not None and above.children[0] == node:
        score += 1.5 if above.label in SENTENCES else 1
        node = above
    return score


def distance(one: Node, other: Node) -> int:
    common = one.lowest_common_ancestor(other)
    return one.depth + other.depth - 2 * common.depth


@given(st.lists(trees(leaf=LEAVES, label=labels.filter(bool)), min_size=1, max_size=3))
def test_the_definitions(several):
    tags = [[node for node in tree.preorder() if node.height == 1] for tree in several]
    words = [node for each in tags for node in each]
    apart = [distance(*pair) for each in tags for pair in pairwise(each)]
    phrases = [node for tree in several for node in tree.preorder() if node.height > 1]
    scores = [[frazier(tag) for tag in each] for each in tags]
    figures = measure_depth(several)
    assert figures == pytest.approx(
        {
            "yngve_mean": sum(map(yngve, words)) / len(words),
            "yngve_max": max(map(yngve, words)),
            "frazier_mean": sum(map(frazier, words)) / len(words),
            "frazier_max": max(map(frazier, words)),
            "frazier_local": max(sum(each[start : start + 3]) for each in scores for start in range(len(each))),
            "depth_mean": sum(tag.depth for tag in words) / len(words),
            "depth_max": max(tag.depth for tag in words),
            "height_mean": sum(max(tag.depth for tag in each) for each in tags) / len(tags),
            "branching": sum(len(node.children) for node in phrases) / len(phrases),
            "distance_mean": sum(apart) / len(apart) if apart else 0,
            "distance_max": max(apart, default=0),
        }
    )


def test_a_sentence_by_hand():
    """Frazier's scores of Arthur, is, King, of, the, Britons: 2.5 1 2 1 1 0; Yngve's: 1 1 1 1 1 0."""
    figures = measure_depth(Tree.from_string(ARTHUR))
    assert figures["frazier_mean"] * 6 == 7.5
    assert (figures["frazier_max"], figures["frazier_local"]) == (2.5, 5.5)
    assert figures["yngve_mean"] * 6 == 5
    assert figures["yngve_max"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "(TOP (S (NP (NN king)) (VP (VBZ rides)) (. .)))",
        "(S (NP (`` ``) (NN king) ('' '')) (VP (VBZ rides)) (PRN (: -)))",
        "(S (NP-SBJ (NN king)) (VP (VBZ rides) (NP (-NONE- *))))",
    ],
)
def test_marks_wrappers_and_traces_are_left_out(text):
    assert measure_depth(Tree.from_string(text)) == measure_depth(
        Tree.from_string("(S (NP (NN king)) (VP (VBZ rides)))")
    )


def test_several_sentences_under_a_wrapper():
    both = Tree.from_string("(TOP (S (VP (VB Ride))) (S (VP (VB Rule))))")
    figures = measure_depth(both)
    assert (figures["depth_max"], figures["frazier_mean"], figures["yngve_max"]) == (2, 2.5, 1)


def test_no_words():
    assert set(measure_depth([]).values()) == {0}
    assert set(measure_depth(Tree.from_string("(X (. .))")).values()) == {0}


def test_a_million_nodes():
    deep = Tree.from_flat((*[("NP", 1)] * 100_000, (Leaf("king", "NN"), -100_000)))
    assert measure_depth(deep)["depth_max"] == 100_000
