"""A parsed text: its sentences, and where they and their words stand in it."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rightmost.drawing.notebook import pictures
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

    def __repr__(self) -> str:
        return f"Word({self.text!r}, {self.start}, {self.end})"


@dataclass(frozen=True)
class Sentence:
    """One sentence: the characters `[start, end)` of the document's text, its words and its tree."""

    text: str
    start: int
    end: int
    words: tuple[Word, ...]
    tree: Tree

    def to_dict(self) -> dict[str, object]:
        """Its text, place, words with their places and tags, tree and spans; after beam search their confidence."""
        spans = self.tree.spans()
        values: dict[str, object] = {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "words": [
                {"text": word.text, "start": word.start, "end": word.end, "tag": tag}
                for word, tag in zip(self.words, self.tree.tags)
            ],
            "tree": str(self.tree),
            "spans": [list(span) for span in spans],
        }
        if self.tree.confidence is not None:
            values["confidence"] = [self.tree.confidence[span] for span in spans]
        return values

    def __repr__(self) -> str:
        return f"<Sentence {self.start}:{self.end} of {_counted(len(self.words), 'word')}: {reprlib.repr(self.text)}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return pictures([(self.text, self.tree)])

    @property
    def root(self) -> Node:
        """The topmost node of the tree; `start` and `end` of each node slice the document's text."""
        return TreeIndex(self.tree, [(word.start, word.end) for word in self.words]).root


@dataclass(frozen=True)
class Document:
    """A text and its sentences. Between words of a sentence there is white space alone; so there is between sentences,
    unless the caller chose them.
    """

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The sentences' trees."""
        return tuple([sentence.tree for sentence in self.sentences])

    def to_dict(self) -> dict[str, object]:
        """The text, and each sentence as `Sentence.to_dict` has it. Places count characters (code points) from 0."""
        return {"text": self.text, "sentences": [sentence.to_dict() for sentence in self.sentences]}

    def to_json(self, *, indent: int | None = None) -> str:
        """`to_dict` as JSON, on one line unless indented."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def __repr__(self) -> str:
        words = sum(len(sentence.words) for sentence in self.sentences)
        counts = f"{_counted(len(self.sentences), 'sentence')}, {_counted(words, 'word')}"
        return f"<Document of {counts}: {reprlib.repr(self.text)}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first sentences, each with its tree."""
        return pictures([(sentence.text, sentence.tree) for sentence in self.sentences])

    def find_all(self, label: str) -> Iterator[Node]:
        """All phrases and tags with this label, sentence by sentence."""
        return (node for sentence in self.sentences for node in sentence.root.find_all(label))

    def to_dataframe(self) -> pandas.DataFrame:
        """A table of a row a phrase or tag, with its characters (docs/exchange.md). Needs pandas."""
        from rightmost.exchange.node_table import to_dataframe

        return to_dataframe(self)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
