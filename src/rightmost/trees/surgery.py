"""New trees from old ones, by one change at a node. The old tree stays as it is. For many changes see patterns."""

from __future__ import annotations

from rightmost.errors import BadUsage, RightmostError
from rightmost.trees.node import Node
from rightmost.trees.tree import Leaf, Step, Tree


def replace(node: Node, new: Tree | Leaf) -> Tree:
    """The tree with `new` in the place of a phrase or a tag.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    >>> str(replace(tree.find("NP"), Leaf("He", "PRP")))
    '(S (PRP He) (VP (VBZ is)))'
    """
    _check_tag(node, "replaced")
    if node.parent is None:
        if not isinstance(new, Tree):
            raise RightmostError(f"the leaf {new!r} in the place of a whole tree; a tree's root is a phrase")
        return new
    begin, end = _steps(node)
    closed = sum([change for _, change in node.tree.flat[begin:end]])  # brackets around the node that end with it
    return _joined(node, begin, _closing(_flat(new), closed), end)


def relabel(node: Node, label: str) -> Tree:
    """The tree with another label on a phrase, another tag, or another word.

    >>> str(relabel(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").find("VBZ"), "VBD"))
    '(S (NP (NNP Arthur)) (VP (VBD is)))'
    """
    place = _steps(node)[0]
    item, change = node.tree.flat[place]
    if not isinstance(item, Leaf):
        return _joined(node, place, [(label, change)], place + 1)
    leaf = Leaf(label, item.tag) if node.index.is_word(node.number) else Leaf(item.word, label)
    return _joined(node, place, [(leaf, change)], place + 1)


def remove(node: Node) -> Tree:
    """The tree without a node, and without the phrases that would be left without words.

    >>> str(remove(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))").find("NNP")))
    '(S (VP (VBZ is)))'
    """
    while node.parent is not None and len(node.parent.children) == 1:
        node = node.parent
    if node.parent is None:
        raise RightmostError(f"without {node} nothing is left of the tree; the tree is {node.tree}")
    begin, end = _steps(node)
    closed = sum([change for _, change in node.tree.flat[begin:end]])
    return _joined(node, begin - 1, _closing(node.tree.flat[begin - 1 : begin], closed), end)


def insert(node: Node, place: int, new: Tree | Leaf) -> Tree:
    """The tree with `new` as a child of a phrase, before the child that has this place: 0 for the first.

    >>> str(insert(Tree.from_string("(NP (NN king))").root, 0, Leaf("the", "DT")))
    '(NP (DT the) (NN king))'
    """
    _check_phrase(node)
    children = node.children
    if not 0 <= place <= len(children):
        raise BadUsage(f"place {place} among the {len(children)} children of {node}; allowed: 0 to {len(children)}")
    if place < len(children):
        begin = _steps(children[place])[0]
        return _joined(node, begin, list(_flat(new)), begin)
    begin, end = _steps(node)
    closed = sum([change for _, change in node.tree.flat[begin:end]]) - 1  # this phrase ends after the new child
    last = _closing(node.tree.flat[end - 1 : end], -closed)
    return _joined(node, end - 1, [*last, *_closing(_flat(new), closed)], end)


def _flat(new: Tree | Leaf) -> tuple[Step, ...]:
    if isinstance(new, Leaf):
        return ((new, 0),)
    if not isinstance(new, Tree):
        raise RightmostError(f"{new!r} as a part of a tree; allowed: a Tree or a Leaf(word, tag)")
    return new.flat


def _closing(steps: tuple[Step, ...], closed: int) -> list[Step]:
    """The steps, which end with a leaf, with more closing brackets at their end: -1 for one more."""
    *before, (leaf, change) = steps
    return [*before, (leaf, change + closed)]


def _steps(node: Node) -> tuple[int, int]:
    """Where the node's steps are in the flat form of its tree. Those of a word are those of its tag."""
    index, number = node.index, node.number - node.index.is_word(node.number)
    begin = number - index.left[number]  # a leaf is two nodes and one step
    return begin, index.end[number] - index.right[number]


def _joined(node: Node, begin: int, new: list[Step], end: int) -> Tree:
    flat = node.tree.flat
    return Tree.from_flat((*flat[:begin], *new, *flat[end:]))


def _check_tag(node: Node, done: str) -> None:
    if node.index.is_word(node.number):
        raise BadUsage(f"{node} is a word, which is {done} with its tag: give its parent, or relabel it")


def _check_phrase(node: Node) -> None:
    if node.height < 2:
        raise BadUsage(f"{node} is no phrase, and only phrases have children to insert among; give its parent")
