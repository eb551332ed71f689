"""A parsed text: its sentences, and where they and their words stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rightmost.trees.index import TreeIndex
from rightmost.trees.node import Node
from rightmost.trees.tree import Tree

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Word:
    """One word: the characters `[start, end)` of the document's text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Sentence:
    """One sentence: the characters `[start, end)` of the document's text, its words and its tree."""

    text: str
    start: int
    end: int
    words: tuple[Word, ...]
    tree: Tree

    @property
    def root(self) -> Node:
        """The topmost node of the tree; `start` and `end` of each node slice the document's text."""
        return TreeIndex(self.tree, [(word.start, word.end) for word in self.words]).root


@dataclass(frozen=True)
class Document:
    """A text and its sentences. Between sentences, and between words, there is white space alone."""

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The sentences' trees."""
        return tuple([sentence.tree for sentence in self.sentences])

    def find_all(self, label: str) -> Iterator[Node]:
        """All phrases and tags with this label, sentence by sentence."""
        return (node for sentence in self.sentences for node in sentence.root.find_all(label))

    def to_dataframe(self) -> pandas.DataFrame:
        """A table of a row a phrase or tag, with its characters (docs/exchange.md). Needs pandas."""
        from rightmost.exchange.table import to_dataframe

        return to_dataframe(self)
