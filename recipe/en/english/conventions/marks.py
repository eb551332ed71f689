"""Punctuation marks tagged as in the Penn Treebank.

MASC often has `;` and `!` as commas, and a straight opening quotation mark as a closing one.
"""

from __future__ import annotations

from itertools import cycle

from rightmost.trees.tree import Leaf, Tree

STRAIGHT = '"'
OPENING, CLOSING = "``", "''"  # tags
TAGS = {",": ",", **dict.fromkeys(".!?", "."), **dict.fromkeys((":", ";", "--", "—", "...", "…"), ":")}
MISTAKEN = frozenset({",", ".", ":", "NFP"})  # the `!` of a name has another tag, and keeps it


def with_mark_tags(tree: Tree) -> Tree:
    """The tree with its marks tagged by what they are; straight quotation marks, if they come in pairs, by turns.

    >>> str(with_mark_tags(Tree.from_string("(S ('' \\") (INTJ (UH Ni) (, !)) ('' \\") (VP (VBD said)))")))
    '(S (`` ") (INTJ (UH Ni) (. !)) (\\'\\' ") (VP (VBD said)))'
    """
    turns = cycle((OPENING, CLOSING)) if tree.words.count(STRAIGHT) % 2 == 0 else None

    def tagged(leaf: Leaf) -> Leaf:
        if leaf.word == STRAIGHT and turns:
            return Leaf(leaf.word, next(turns))
        return Leaf(leaf.word, TAGS.get(leaf.word, leaf.tag)) if leaf.tag in MISTAKEN else leaf

    return tree.with_leaves(list(map(tagged, tree.leaves)))
