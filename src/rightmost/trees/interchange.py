"""To and from `nltk.Tree`. Imports nltk only when called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    import nltk


def to_nltk(tree: Tree) -> nltk.Tree:
    """The same tree in nltk's type, tags as the nodes right above the words."""
    import nltk

    return tree.fold(lambda leaf: nltk.Tree(leaf.tag, [leaf.word]), nltk.Tree)


def from_nltk(tree: nltk.Tree) -> Tree:
    """The same tree from nltk's type; every nltk leaf must stand alone under its tag."""
    done: list[list[Tree | Leaf]] = [[]]
    stack: list[tuple[Any, bool]] = [(tree, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            children = done.pop()
            done[-1].append(Tree(node.label(), children))
        elif isinstance(node, str):
            raise RightmostError(
                f"the word {node!r} has no tag of its own: in an nltk tree give each word one, as (NN word)"
            )
        elif len(node) == 1 and isinstance(node[0], str):
            done[-1].append(Leaf(node[0], node.label()))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node))
            done.append([])
    root = done[0][0]
    return root if isinstance(root, Tree) else Tree("TOP", [root])
