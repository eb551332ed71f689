"""Trees as sloppy writers would have written their words: tags and labels stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from rightmost.trees.normalise import without_empty_elements
from rightmost.trees.tree import Leaf, Tree

Noise = Literal["lower-case", "no-final-punctuation"]

FINAL_TAGS = frozenset([".", ":", ","])
FINAL_QUOTES = frozenset(["''", "``"])
_EMPTY = "-NONE-"


def noisy(tree: Tree, noises: Sequence[Noise]) -> Tree:
    """The tree after these noises, one behind the other."""
    for noise in noises:
        tree = _NOISES[noise](tree)
    return tree


def lower_cased(tree: Tree) -> Tree:
    """The tree with every word in small letters.

    >>> lower_cased(Tree.from_string("(NP (NNP King) (NNP Arthur))")).words
    ('king', 'arthur')
    """
    return tree.with_leaves([Leaf(leaf.word.lower(), leaf.tag) for leaf in tree.leaves])


def without_final_punctuation(tree: Tree) -> Tree:
    """The tree without the punctuation it ends in; a tree of nothing else stays as it is.

    >>> str(without_final_punctuation(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))")))
    '(S (NP (NNP Arthur)) (VP (VBZ rides)))'
    """
    leaves = list(tree.leaves)
    last = len(leaves)
    while last and leaves[last - 1].tag in FINAL_TAGS | FINAL_QUOTES:
        last -= 1
    if last in (0, len(leaves)):
        return tree
    marked = tree.with_leaves([*leaves[:last], *(Leaf(leaf.word, _EMPTY) for leaf in leaves[last:])])
    return without_empty_elements(marked) or tree


_NOISES: dict[Noise, Callable[[Tree], Tree]] = {
    "lower-case": lower_cased,
    "no-final-punctuation": without_final_punctuation,
}
