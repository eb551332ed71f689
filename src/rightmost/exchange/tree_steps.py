"""A tree's brackets one after the other, names and words escaped: what layouts of bracketed text are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rightmost.trees.tree import Tree


class Piece(NamedTuple):
    """`(name` if `word` is None; or else `(name word)` and `closes` more closing brackets."""

    name: str
    word: str | None = None
    closes: int = 0


def pieces(tree: Tree) -> Iterator[Piece]:
    """The brackets of a tree, left to right.

    >>> list(pieces(Tree.from_string("(NP (-LRB- -LRB-) (NN king))")))[1:]
    [Piece(name='-LRB-', word='-LRB-', closes=0), Piece(name='NN', word='king', closes=1)]
    """
    waiting: str | None = None
    for text in str(tree).split(" "):  # neither names nor words hold spaces or brackets there
        if text.startswith("("):
            if waiting is not None:
                yield Piece(waiting)
            waiting = text[1:]
        else:
            word = text.rstrip(")")
            yield Piece(waiting or "", word, len(text) - len(word) - 1)
            waiting = None
