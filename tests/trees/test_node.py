from __future__ import annotations

from hypothesis import given

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
