"""Sentences that other programs have made: their words, and what else is known of them."""

from __future__ import annotations

from dataclasses import dataclass

from rightmost.errors import MismatchedTrees
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True)
class GivenSentence:
    """One sentence of another program: `parser.parse(list(given.words), tags=given.tags)` gives it a tree.

    Tags are None where a word has none, places where a word has no characters `[start, end)` in a text, and the tree
    is None where the program has not parsed.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...] | None = None
    places: tuple[tuple[int, int], ...] | None = None
    tree: Tree | None = None


def given_sentence(
    words: list[str],
    tags: list[str | None],
    places: list[tuple[int, int] | None],
    tree: Tree | None,
    *,
    where: str,
) -> GivenSentence:
    """The sentence. Its tree gets the words as they are in the text; they must be equally many."""
    if tree is not None:
        if len(tree.leaves) != len(words):
            raise MismatchedTrees(f"{where}: a tree of {len(tree.leaves)} words for a sentence of {len(words)}")
        tree = tree.with_leaves([Leaf(word, leaf.tag) for word, leaf in zip(words, tree.leaves)])
    known_tags = [tag for tag in tags if tag is not None]
    known_places = [place for place in places if place is not None]
    return GivenSentence(
        tuple(words),
        tuple(known_tags) if len(known_tags) == len(words) else None,
        tuple(known_places) if len(known_places) == len(words) else None,
        tree,
    )
