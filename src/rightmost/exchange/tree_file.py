"""Trees of a file in any form that has trees: brackets, CoNLL-U, CoreNLP's JSON, lines of our own JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rightmost.errors import RightmostError, UnreadableFile
from rightmost.files import opened_text
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.tree import Tree


def read_tree_file(path: str | Path, *, keep_wrapper: bool = False) -> Iterator[Tree]:
    """The trees of a file, by the end of its name: .conllu, .json (CoreNLP), .jsonl (ours); others hold brackets.

    Each sentence must have a tree, and there must be one at least.
    """
    kind = Path(path).suffix.lower()
    if kind not in (".conllu", ".json", ".jsonl"):
        yield from read_some_trees(path, keep_wrapper=keep_wrapper)
        return
    count = 0
    for tree in _read(path, kind):
        count += 1
        if tree is None:
            raise RightmostError(f"{path}: sentence {count} has no tree; parse its words first (docs/exchange.md)")
        yield tree
    if not count:
        raise UnreadableFile(f"{path}: no sentences in it")


def _read(path: str | Path, kind: str) -> Iterable[Tree | None]:
    if kind == ".jsonl":
        return _lines(path)
    if kind == ".conllu":
        from rightmost.exchange.conllu import read_conllu

        return (sentence.tree for sentence in read_conllu(path))
    from rightmost.exchange.foreign_json import read_corenlp

    return (sentence.tree for sentence in read_corenlp(path))


def _lines(path: str | Path) -> Iterator[Tree]:
    from rightmost.exchange.tree_json import from_json

    with opened_text(path) as (stream, name):
        for number, line in enumerate(stream, start=1):
            if line.strip():
                try:
                    yield from_json(line)
                except RightmostError as error:
                    raise RightmostError(f"{name}:{number}: {error}") from None
