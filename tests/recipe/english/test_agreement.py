from __future__ import annotations

from collections import Counter

import pytest
from english.agreement import consensus
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.trees.tree import Tree
from strategies import long_tree


def f1(tree: Tree, others: list[Tree]) -> float:
    """By hand: all brackets of all pairs together."""
    own = Counter(tree.spans())
    pairs = [(own & Counter(other.spans()), Counter(other.spans())) for other in others]
    return 2 * sum(both.total() for both, _ in pairs) / sum(own.total() + other.total() for _, other in pairs)


@given(st.integers(2, 12), st.lists(st.integers(0, 1000), min_size=2, max_size=6))
def test_the_tree_of_what_most_have(words, seeds):
    several = [long_tree(seed, words) for seed in seeds]
    several = [tree.with_leaves(several[0].leaves) for tree in several]
    found = consensus(several)
    votes = Counter(span for tree in several for span in set(tree.spans()))
    wanted = {span for span, count in votes.items() if 2 * count > len(several)}
    own = set(found.tree.spans())
    assert wanted <= own
    assert all((span.left, span.right) == (0, words) for span in own - wanted)  # a root there must be
    assert found.agreement == pytest.approx(f1(found.tree, several))
    assert Tree.from_string(str(found.tree)) == found.tree


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(1, 12))
def test_two_against_one(one, other, words):
    most = long_tree(one, words)
    assert consensus([most, long_tree(other, words).with_leaves(most.leaves), most]).tree == most


def test_no_voter_has_the_whole_of_it():
    several = [
        "(S (NP (A a) (B b)) (C c) (D d))",
        "(S (A a) (B b) (VP (C c) (D d)))",
        "(S (NP (A a) (B b)) (VP (C c) (D d)))",
    ]
    found = consensus([Tree.from_string(tree) for tree in several[:2] * 2 + several[2:]])
    assert str(found.tree) == several[2]
    roots = [Tree.from_string(f"({label} (NP (A a)) (B b))") for label in ("S", "SINV", "FRAG", "SINV")]
    assert consensus(roots).tree == roots[1]


def test_chains_keep_their_order():
    several = ["(S (VP (A a)))", "(S (NP (VP (A a))))", "(S (NP (A a)))"]
    assert str(consensus([Tree.from_string(tree) for tree in several]).tree) == "(S (NP (VP (A a))))"


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


def test_brackets_elsewhere_do_not_change_the_order_of_a_chain():
    trees = [
        "(X (Q (R (T (NN a)))) (S (VB b)))",
        "(X (NN a) (S (VP (VB b))))",
        "(X (NN a) (VP (VB b)))",
    ]
    assert str(consensus([Tree.from_string(tree) for tree in trees]).tree) == "(X (NN a) (S (VP (VB b))))"
