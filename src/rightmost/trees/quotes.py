"""Quotation marks that open and close. MASC often tags a straight one as closing where it opens."""

from __future__ import annotations

from itertools import cycle

from rightmost.trees.tree import Leaf, Tree

STRAIGHT = '"'
OPENING, CLOSING = "``", "''"  # tags


def with_quote_tags(tree: Tree) -> Tree:
    """The tree with its straight quotation marks tagged as opening and closing by turns, if they come in pairs.

    >>> str(with_quote_tags(Tree.from_string("(S ('' \\") (INTJ (UH Ni)) ('' \\") (VP (VBD said)))")))
    '(S (`` ") (INTJ (UH Ni)) (\\'\\' ") (VP (VBD said)))'
    """
    if tree.words.count(STRAIGHT) % 2:
        return tree
    tags = cycle((OPENING, CLOSING))
    return tree.with_leaves([Leaf(STRAIGHT, next(tags)) if leaf.word == STRAIGHT else leaf for leaf in tree.leaves])
