from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BadUsage
from rightmost.trees.heads import HeadTable
from rightmost.trees.index import TreeIndex
from rightmost.trees.node import Node
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, trees


def test_what_a_node_knows():
    index = TreeIndex(Tree.from_string(ARTHUR))
    king = Node(index, 8)
    assert (king.label, king.span, king.words, king.text) == ("NP", (2, 3), ("King",), "King")
    assert king.parent == Node(index, 7)
    assert king.parent.text == "King of the Britons"
    (tag,) = king.children
    (word,) = tag.children
    assert (tag.label, word.label, word.children, word.span) == ("NN", "King", (), (2, 3))
    assert Node(index, 0).parent is None
    assert king.tree is index.tree
    assert repr(king) == "Node(8, 'NP', (2, 3))"


@given(trees())
def test_the_subtrees_are_those_of_the_tree(tree):
    index = TreeIndex(tree)
    nodes = [Node(index, number) for number in range(len(index))]
    assert [node.subtree for node in nodes if isinstance(node.subtree, Tree)] == list(tree.nodes())
    assert tuple(node.subtree for node in nodes if isinstance(node.subtree, Leaf)) == tree.leaves
    assert tuple(node.subtree for node in nodes if isinstance(node.subtree, str)) == tree.words
    for node in nodes:
        assert node.words == tree.words[slice(*node.span)]
        assert all(child.parent == node for child in node.children)


def test_equality_is_by_tree_and_place():
    one, same = (TreeIndex(Tree.from_string(ARTHUR)) for _ in range(2))
    other = TreeIndex(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ rides)))"))
    assert Node(one, 1) == Node(same, 1)
    assert hash(Node(one, 1)) == hash(Node(same, 1))
    assert Node(one, 1) != Node(one, 2)
    assert Node(one, 1) != Node(other, 1)
    assert Node(one, 1) != "NP"


# -- the nodes around -----------------------------------------------------------------------------


@given(trees())
def test_what_is_around_is_what_parents_and_children_say(tree):
    for node in tree.preorder():
        parent = node.parent
        assert node.ancestors == (() if parent is None else (parent, *parent.ancestors))
        assert node.depth == len(node.ancestors)
        assert node.height == max([child.height + 1 for child in node.children], default=0)
        assert node.siblings == tuple(child for child in (parent.children if parent else ()) if child != node)


@given(trees())
def test_orders(tree):
    nodes = list(tree.preorder())
    assert [node.number for node in nodes] == list(range(len(nodes)))
    for node in nodes:
        expected = [each for child in node.children for each in child.postorder()]
        assert list(node.postorder()) == [*expected, node]
    assert next(tree.root.children[0].preorder()) == tree.root.children[0]
    assert [subtree.label for subtree in tree.subtrees()] == [n.label for n in nodes if isinstance(n.subtree, Tree)]


@given(trees(), st.data())
def test_the_lowest_common_ancestor(tree, data):
    nodes = st.sampled_from(list(tree.preorder()))
    one, other = data.draw(nodes), data.draw(nodes)
    shared = [node for node in (one, *one.ancestors) if node in (other, *other.ancestors)]
    assert one.lowest_common_ancestor(other) == shared[0] == other.lowest_common_ancestor(one)


def test_nodes_of_different_trees_have_no_common_ancestor():
    one, other = Tree.from_string(ARTHUR), Tree.from_string("(NP (NN king))")
    with pytest.raises(
        BadUsage, match=r"Node\(0, 'S', \(0, 6\)\) and Node\(0, 'NP', \(0, 1\)\) are nodes of different"
    ):
        one.root.lowest_common_ancestor(other.root)


# -- finding --------------------------------------------------------------------------------------


@given(trees())
def test_find_all_is_by_label_and_find_is_its_first(tree):
    for label in {span.label for span in tree.spans()} | {"no such label"}:
        found = [node.number for node in tree.preorder() if node.label == label and node.height]
        assert [node.number for node in tree.find_all(label)] == found
        first = tree.find(label)
        assert [first.number if first else None] == (found[:1] or [None])


def test_words_are_not_found_and_only_what_is_below():
    tree = Tree.from_string("(S (X (NN NP)) (NP (NP (NN king))))")
    assert [node.span for node in tree.find_all("NP")] == [(1, 2), (1, 2)]
    assert tree.root.children[0].find("NP") is None
    assert tree.root.children[0].find("X") == tree.root.children[0]


@given(trees())
def test_at_is_the_highest_node_over_these_words(tree):
    nodes = list(tree.preorder())
    for top in nodes[:3]:
        for left in range(len(tree.words)):
            for right in range(left + 1, len(tree.words) + 1):
                expected = next((node for node in top.preorder() if node.span == (left, right)), None)
                assert top.at(left, right) == expected


@pytest.mark.parametrize("span", [(-1, 2), (2, 2), (3, 2), (0, 7)])
def test_at_wants_words_of_the_tree(span):
    with pytest.raises(BadUsage, match=r"of a tree of 6; allowed: 0 <= left < right <= 6"):
        Tree.from_string(ARTHUR).at(*span)


def test_nodes_in_hand_share_an_index():
    tree = Tree.from_string(ARTHUR)
    node = tree.find("NP")
    assert node is not None
    assert tree.root.index is node.index
    assert pickle.loads(pickle.dumps(tree)) == tree


# -- heads ----------------------------------------------------------------------------------------


def test_heads():
    tree = Tree.from_string(ARTHUR)
    heads = {node.text: node.head.text for node in tree.preorder() if node.label in ("S", "NP", "PP", "VP")}
    assert heads == {
        "Arthur is King of the Britons": "is",
        "Arthur": "Arthur",
        "is King of the Britons": "is",
        "King of the Britons": "King",
        "King": "King",
        "of the Britons": "of",
        "the Britons": "Britons",
    }
    assert tree.root.head_child == tree.find("VP")
    assert tree.root.head.head == tree.root.head
    assert tree.root.head.head_child is None


def test_other_head_rules():
    tree = Tree.from_string(ARTHUR)
    first = HeadTable({})
    assert tree.root.head_by(first).text == "Arthur"
    assert tree.root.head_child_by(first) == tree.find("NP")


@given(trees())
def test_the_head_is_where_the_head_children_lead(tree):
    for node in tree.preorder():
        child = node.head_child
        assert node.head == (node if child is None else child.head)


# -- characters -----------------------------------------------------------------------------------


def test_a_tree_without_a_text_has_no_characters():
    with pytest.raises(BadUsage, match="this tree has no text, so its nodes have no start and end"):
        _ = Tree.from_string(ARTHUR).root.start


def test_any_depth_and_a_million_nodes():
    deep = Tree.from_flat((*[("NP", 1)] * 300_000, (Leaf("king", "NN"), -300_000)))
    wide = Tree("NP", [Leaf("king", "NN")] * 350_000)
    for tree in (deep, wide):
        root = tree.root
        assert root.head.text == "king"
        assert sum(1 for _ in root.postorder()) == len(root.index)
        assert root.at(0, len(tree.words)) == root
    assert deep.root.head.depth == deep.root.height == 300_001
