"""What a treebank is to `prepare`: how its files are found, and how trees come out of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rightmost.errors import CorpusError
from rightmost.trees.tree import Tree

SPLITS = ("train", "dev", "test")


class CorpusDocument(NamedTuple):
    """A file of trees, and the split it belongs to."""

    path: Path
    split: str


class Placed(NamedTuple):
    """A tree in normal form and its split; None for a tree that holds nothing but empty elements."""

    split: str
    tree: Tree | None


@dataclass(frozen=True)
class FoundDocuments:
    """What of a treebank a source holds, and in words what it lacks."""

    documents: tuple[CorpusDocument, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Corpus:
    """A treebank: `find` finds what a source holds of it, `trees` reads that."""

    name: str
    find: Callable[[Path], FoundDocuments]
    trees: Callable[[FoundDocuments], Iterator[Placed]]
    counts: Mapping[str, int] | None = None  # the published number of trees in each split, where there is one
    splits: tuple[str, ...] = SPLITS


def by_document(read: Callable[[Path], Iterable[Tree | None]]) -> Callable[[FoundDocuments], Iterator[Placed]]:
    """A `Corpus.trees` that reads one document after the other, each wholly in its own split."""

    def trees(found: FoundDocuments) -> Iterator[Placed]:
        for document in found.documents:
            empty = True
            for tree in read(document.path):
                empty = False
                yield Placed(document.split, tree)
            if empty:
                raise no_trees(document.path)

    return trees


def no_trees(path: Path) -> CorpusError:
    """The error for a file that should hold trees and is empty."""
    return CorpusError(f"{path}:1: no tree in the file; it is empty or was cut short: fetch it again")


def lacking(what: str, names: Iterable[str], *, show: int = 3) -> str:
    """`what` is missing, and the first few of it by name.

    >>> lacking("2 of 4 documents", ["camelot", "swallow"])
    '2 of 4 documents missing (camelot, swallow)'
    """
    names = list(names)
    shown = ", ".join(names[:show])
    return f"{what} missing ({shown}{', ...' if len(names) > show else ''})"
