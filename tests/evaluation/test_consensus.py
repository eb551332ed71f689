from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.evaluation.consensus import consensus
from rightmost.trees.tree import Tree
from strategies import long_tree


def f1(tree: Tree, others: list[Tree]) -> float:
    """By hand: all brackets of all pairs together."""
    own = Counter(tree.spans())
    pairs = [(own & Counter(other.spans()), Counter(other.spans())) for other in others]
    return 2 * sum(both.total() for both, _ in pairs) / sum(own.total() + other.total() for _, other in pairs)


@given(st.integers(2, 12), st.lists(st.integers(0, 1000), min_size=2, max_size=6))
def test_the_tree_nearest_to_the_others(words, seeds):
    several = [long_tree(seed, words) for seed in seeds]
    several = [tree.with_leaves(several[0].leaves) for tree in several]
    found = consensus(several)
    likeness = [f1(tree, several[:place] + several[place + 1 :]) for place, tree in enumerate(several)]
    assert found.agreement == pytest.approx(max(likeness))
    assert found.tree in several


def test_tags_are_voted_on():
    several = [Tree.from_string(f"(NP ({tag} King))") for tag in ("NNP", "NN", "NN")]
    found = consensus(several)
    assert (str(found.tree), found.agreement) == ("(NP (NN King))", 1.0)


def test_who_cannot_agree():
    one, other = Tree.from_string("(NP (NN king))"), Tree.from_string("(NP (NN queen))")
    with pytest.raises(RightmostError, match="1 trees of a sentence; two or more parsers are needed"):
        consensus([one])
    with pytest.raises(RightmostError, match="trees over different words: king"):
        consensus([one, other])
