"""To and from `nltk.Tree`. Imports nltk only when called.

nltk reads and writes bracketed text as it stands, so its trees hold words as they are written there (`-LRB-` for a
bracket), labels and tags too. Both ways are exact, through nltk's own text as well: whatever the words,
`from_nltk(nltk.Tree.fromstring(str(to_nltk(tree)))) == tree`, and nltk reads `str(tree)` as we do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rightmost.arguments import checked, refuse
from rightmost.errors import RightmostError
from rightmost.trees.escapes import EMPTY_WORD, exact, exact_name, unescaped, unescaped_name
from rightmost.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    import nltk


def to_nltk(tree: Tree) -> nltk.Tree:
    """The same tree in nltk's type, tags as the nodes right above the words, which are written as in brackets."""
    import nltk

    return tree.fold(
        lambda leaf: nltk.Tree(exact_name(leaf.tag) or EMPTY_WORD, [exact(leaf.word)]),
        lambda label, children: nltk.Tree(exact_name(label), children),
    )


def from_nltk(tree: nltk.Tree) -> Tree:
    """The same tree from nltk's type; every nltk leaf must stand alone under its tag. Words are unescaped."""
    import nltk

    if not isinstance(tree, nltk.Tree):
        refuse(tree, "an nltk.Tree")
    done: list[list[Tree | Leaf]] = [[]]
    stack: list[tuple[Any, bool]] = [(tree, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            children = done.pop()
            done[-1].append(Tree(_name(node), children))
        elif isinstance(node, str):
            raise RightmostError(
                f"the word {node!r} has no tag of its own: in an nltk tree give each word one, as (NN word)"
            )
        elif not isinstance(node, nltk.Tree):
            refuse(node, "an nltk.Tree or a word, a str,")
        elif len(node) == 1 and isinstance(node[0], str):
            done[-1].append(Leaf(unescaped(node[0]), _name(node)))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node))
            done.append([])
    root = done[0][0]
    return root if isinstance(root, Tree) else Tree("TOP", [root])


def _name(node: nltk.Tree) -> str:
    return unescaped_name(checked(node.label(), str, "the label of an nltk tree's node, a str,"))
