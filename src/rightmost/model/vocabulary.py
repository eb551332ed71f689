"""The labels and tags a model knows, as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rightmost.errors import RightmostError
from rightmost.trees.tree import Tree
from rightmost.trees.unary import Label, collapse, names_of

#: The number of "no label": an attach has no new label, a word may have no parent label.
NO_LABEL = 0


@dataclass(frozen=True)
class Vocabulary:
    """Collapsed labels, numbered from 1 (0 is no label), and part-of-speech tags, numbered from 0.

    >>> vocabulary = Vocabulary.from_trees([Tree.from_string("(S (VP (VB Go)))")])
    >>> vocabulary.labels, vocabulary.tags, vocabulary.label_number(Label("S", "VP"))
    (('S+VP',), ('VB',), 1)
    """

    labels: tuple[str, ...]
    tags: tuple[str, ...]

    @classmethod
    def from_trees(cls, trees: Iterable[Tree]) -> Vocabulary:
        """What the trees use, most frequent first."""
        return cls((), ()).extended_by(trees)

    def extended_by(self, trees: Iterable[Tree]) -> Vocabulary:
        """This vocabulary, its numbers unchanged, with what the trees use besides, most frequent first."""
        labels: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        for tree in trees:
            for item, _ in collapse(tree).flat:
                if isinstance(item, str):
                    labels[item] += 1
                else:
                    tags[item.tag] += 1
        return Vocabulary(self.labels + _newcomers(labels, self.labels), self.tags + _newcomers(tags, self.tags))

    def label_number(self, label: str | None) -> int:
        """The label's number; NO_LABEL of None."""
        if label is None:
            return NO_LABEL
        if label not in self._label_numbers:
            raise RightmostError(f"unknown label {label}; the model knows {len(self.labels)} labels, and this is none")
        return self._label_numbers[label]

    def label(self, number: int) -> str | None:
        """The label of that number."""
        return None if number == NO_LABEL else self.labels[number - 1]

    def tag_number(self, tag: str) -> int:
        """The tag's number; -1 of a tag the model does not know."""
        return self._tag_numbers.get(tag, -1)

    @cached_property
    def _label_numbers(self) -> dict[str, int]:
        return {label: number for number, label in enumerate(self.labels, start=1)}

    @cached_property
    def _tag_numbers(self) -> dict[str, int]:
        return {tag: number for number, tag in enumerate(self.tags)}

    def to_json(self) -> dict[str, Any]:
        """A label as the list of its names: a joined string could not be split again."""
        return {"labels": [list(names_of(label)) for label in self.labels], "tags": list(self.tags)}

    @classmethod
    def from_json(cls, written: Any) -> Vocabulary:
        try:
            if any(isinstance(names, str) or not names for names in written["labels"]):
                raise TypeError
            labels = tuple(names[0] if len(names) == 1 else Label(*names) for names in written["labels"])
            tags = tuple(written["tags"])
        except (KeyError, TypeError, IndexError):
            raise RightmostError(
                'not a vocabulary; expected {"labels": [["S", "VP"], ...], "tags": ["NN", ...]}'
            ) from None
        return cls(labels, tags)


def _newcomers(counts: Counter[str], known: tuple[str, ...]) -> tuple[str, ...]:
    names = sorted(set(counts) - set(known), key=lambda name: (-counts[name], names_of(name)))
    return tuple(names)
