"""A parsed text: its sentences, and where they and their words stand in it."""

from __future__ import annotations

from dataclasses import dataclass

from rightmost.trees.tree import Tree


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


@dataclass(frozen=True)
class Document:
    """A text and its sentences. Between sentences, and between words, there is white space alone."""

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The sentences' trees."""
        return tuple([sentence.tree for sentence in self.sentences])
