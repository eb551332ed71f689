from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Span, Tree
from strategies import ARTHUR, leaves, trees


def deep(depth: int) -> Tree:
    tree = Tree("NP", [Leaf("a", "NN")])
    for _ in range(depth - 1):
        tree = Tree("NP", [tree])
    return tree


def test_the_running_example():
    tree = Tree.from_string(ARTHUR)
    assert str(tree) == ARTHUR
    assert tree.words == ("Arthur", "is", "King", "of", "the", "Britons")
    assert tree.tags == ("NNP", "VBZ", "NN", "IN", "DT", "NNPS")
    assert tree.leaves[4] == Leaf("the", "DT") == ("the", "DT")
    assert [node.label for node in tree.nodes()] == ["S", "NP", "VP", "NP", "NP", "PP", "NP"]
    assert tree.spans()[:4] == [Span(0, 6, "S"), Span(0, 1, "NP"), Span(1, 6, "VP"), Span(2, 6, "NP")]
    assert list(tree) == list(tree.children) == [Tree("NP", [Leaf("Arthur", "NNP")]), tree.children[1]]


def test_the_two_forms_are_one_tree():
    by_hand = Tree("S", [Tree("NP", [Leaf("Arthur", "NNP")]), Tree("VP", [Leaf("is", "VBZ")])])
    read = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    assert by_hand == read
    assert hash(by_hand) == hash(read)
    assert read.children == by_hand.children
    assert by_hand.flat == read.flat
    assert Tree("X", [read, Leaf("!", ".")]).flat == Tree("X", [by_hand, Leaf("!", ".")]).flat


@given(trees(), trees())
def test_equal_exactly_when_written_alike_with_the_same_words(one, other):
    assert (one == other) == (one.flat == other.flat)
    assert one == Tree.from_flat(one.flat)
    assert one != "(S ...)"
    if one == other:
        assert hash(one) == hash(other)


@given(trees())
def test_spans_cover_the_words_under_each_node(tree):
    for span, node in zip(tree.spans(), tree.nodes(), strict=True):
        assert node.label == span.label
        assert tree.leaves[span.left : span.right] == node.leaves


@given(trees())
def test_copies_pickles_and_rebuilding_keep_the_tree(tree):
    assert copy.copy(tree) is tree
    assert copy.deepcopy(tree) is tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree.fold(lambda leaf: leaf, Tree) == tree


def test_confidence_travels_but_is_not_compared():
    tree = Tree.from_string(ARTHUR)
    sure = Tree(tree.label, tree.children, confidence={Span(0, 6, "S"): 0.5})
    assert sure == tree
    assert pickle.loads(pickle.dumps(sure)).confidence == {Span(0, 6, "S"): 0.5}


def test_frozen():
    tree = Tree.from_string(ARTHUR)
    with pytest.raises(AttributeError, match="a Tree is frozen: build a new one instead of setting 'label'"):
        tree.label = "NP"
    with pytest.raises(AttributeError, match="a Tree is frozen: build a new one instead of deleting 'label'"):
        del tree.label


@pytest.mark.parametrize("children", [[], ["Arthur"], [("Arthur", "NNP")], [None]])
def test_children_must_be_trees_or_leaves(children):
    with pytest.raises(RightmostError, match=r"needs at least one child|allowed: a Tree, or a Leaf"):
        Tree("NP", children)


def test_five_thousand_deep():
    tree, same, shorter = deep(5000), deep(5000), deep(4999)
    assert tree == same
    assert hash(tree) == hash(same)
    assert tree != shorter
    assert Tree.from_string(str(tree)) == tree
    assert len(tree.spans()) == sum(1 for _ in tree.nodes()) == 5000
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert "NP" in repr(tree)


@given(trees())
def test_with_leaves(tree):
    numbered = [Leaf(str(place), leaf.tag) for place, leaf in enumerate(tree.leaves)]
    assert list(tree.with_leaves(numbered).leaves) == numbered
    assert tree.with_leaves(numbered).with_leaves(tree.leaves) == tree
    with pytest.raises(RightmostError, match="exactly one leaf a word"):
        tree.with_leaves([*numbered, Leaf("more", "NN")])


@given(leaves)
def test_a_leaf_is_a_word_and_a_tag(leaf):
    assert (leaf.word, leaf.tag) == tuple(leaf)
