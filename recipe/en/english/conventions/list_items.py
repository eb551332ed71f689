"""The numbers of paragraphs and of a list's items as the Penn Treebank has them: LST over them."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, category

BEHIND = frozenset({".", ":", ",", "-RRB-"})  # tags of marks that belong to a number


def with_list_items(tree: Tree) -> Tree:
    """The tree with LST over each LS and its marks.

    >>> str(with_list_items(Tree.from_string("(S (LS 1) (. .) (VP (VB Go)) (. .))")))
    '(S (LST (LS 1) (. .)) (VP (VB Go)) (. .))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label == "LST" or _length_of_number(children[:3]) == len(children):
        return Tree("LST", children)
    made: list[Tree | Leaf] = []
    place = 0
    while place < len(children):
        end = place + _length_of_number(children[place : place + 3])
        made.append(Tree("LST", children[place:end]) if end > place else children[place])
        place = max(end, place + 1)
    return Tree(label, made)


def _length_of_number(children: list[Tree | Leaf]) -> int:
    """How many of them are a number and its marks; 0 if they do not begin with one."""
    match list(map(category, children)):
        case ["-LRB-", "LS", "-RRB-"]:
            return 3
        case ["LS", mark, *_] if mark in BEHIND:
            return 2
        case ["LS", *_]:
            return 1
    return 0
