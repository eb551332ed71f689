"""Changes at a node, held against the same changes to nested lists of children."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.trees.node import Node
from rightmost.trees.surgery import insert, relabel, remove, replace
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, leaves, trees

NEW = st.one_of(leaves, trees())


def rebuilt(node: Node, change) -> list[Tree | Leaf]:
    """What stands in the place of a phrase or tag after `change(node, children)`, which gives a list of them."""
    if node.height == 1:
        return change(node, None)
    return change(node, [new for child in node.children for new in rebuilt(child, change)])


def same(node: Node, children: list[Tree | Leaf] | None) -> list[Tree | Leaf]:
    if children is None:
        return [Leaf(node.words[0], node.label)]
    return [Tree(node.label, children)] if children else []


def picked(data: st.DataObject, tree: Tree, *, height: int = 1) -> Node:
    return data.draw(st.sampled_from([node for node in tree.preorder() if node.height >= height]))


@given(trees(), NEW, st.data())
def test_replace(tree, new, data):
    node = picked(data, tree)
    if node.parent is None:
        if isinstance(new, Tree):
            assert replace(node, new) == new
        return
    assert [replace(node, new)] == rebuilt(tree.root, lambda at, old: [new] if at == node else same(at, old))


@given(trees(), st.data())
def test_relabel(tree, data):
    node = picked(data, tree, height=0)
    changed = relabel(node, "NEW")
    before, after = list(tree.preorder()), list(changed.preorder())
    assert [each.span for each in after] == [each.span for each in before]
    assert [each.label for each in after] == ["NEW" if each == node else each.label for each in before]


@given(trees(), st.data())
def test_remove(tree, data):
    node = picked(data, tree)
    left = rebuilt(tree.root, lambda at, old: [] if at == node else same(at, old))
    if left:
        assert [remove(node)] == left
        if node.height == 1:
            assert [remove(node.children[0])] == left
    else:
        with pytest.raises(RightmostError, match="nothing is left of the tree; the tree is "):
            remove(node)


@given(trees(), NEW, st.data())
def test_insert(tree, new, data):
    node = picked(data, tree, height=2)
    place = data.draw(st.integers(0, len(node.children)))

    def change(at, old):
        if at == node:
            old.insert(place, new)
        return same(at, old)

    changed = insert(node, place, new)
    assert [changed] == rebuilt(tree.root, change)
    assert tree.words == node.tree.words


def test_what_cannot_be_done():
    tree = Tree.from_string(ARTHUR)
    word = tree.root.head
    tag = word.parent
    for message, change in [
        ("is a word, which is replaced with its tag", lambda: replace(word, tree)),
        ("the leaf .* in the place of a whole tree", lambda: replace(tree.root, Leaf("a", "DT"))),
        ("5 as a part of a tree; allowed: a Tree or a Leaf", lambda: replace(tag, 5)),
        ("is no phrase, and only phrases have children", lambda: insert(tag, 0, tree)),
        (
            r"place 3 among the 2 children of Node\(0, 'S', \(0, 6\)\); allowed: 0 to 2",
            lambda: insert(tree.root, 3, tree),
        ),
    ]:
        with pytest.raises(RightmostError, match=message):
            change()


def test_any_depth():
    deep = Tree.from_flat((*[("NP", 1)] * 50_000, (Leaf("king", "NN"), -50_000)))
    lowest = deep.root.head.parent
    assert insert(lowest.parent, 1, Leaf("!", ".")).words == ("king", "!")
