"""Trees as a table, one row a node: a pandas DataFrame, or a Parquet file. Imports pandas and pyarrow when called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rightmost.errors import BadUsage, RightmostError
from rightmost.files import written_atomically
from rightmost.trees.heads import COLLINS
from rightmost.trees.node import Node
from rightmost.trees.tree import Tree

if TYPE_CHECKING:
    import pandas

BATCH = 1 << 17  # rows that a Parquet file takes at once

#: Each column, and its type in pandas. Those in capitals may be empty.
COLUMNS: Mapping[str, str] = {
    "document": "int64",
    "sentence": "int64",
    "node": "int64",
    "parent": "Int64",
    "label": "str",
    "left": "int64",
    "right": "int64",
    "start": "Int64",
    "end": "Int64",
    "text": "str",
    "head": "int64",
}


class HasRoot(Protocol):
    """A sentence of a document."""

    @property
    def root(self) -> Node: ...


class HasSentences(Protocol):
    """A document."""

    @property
    def sentences(self) -> Sequence[HasRoot]: ...


Trees: TypeAlias = "Tree | HasSentences | Iterable[Tree | HasSentences]"
Row: TypeAlias = "tuple[int, int, int, int | None, str, int, int, int | None, int | None, str, int]"


def to_dataframe(trees: Trees) -> pandas.DataFrame:
    """A row for each phrase and each tag, in preorder; docs/exchange.md has the columns. Needs pandas."""
    pandas = _needed("pandas", "to_dataframe")
    columns = list(zip(*rows(trees))) or [()] * len(COLUMNS)
    return pandas.DataFrame(
        {name: pandas.array(list(values), dtype=COLUMNS[name]) for name, values in zip(COLUMNS, columns)}
    )


def write_parquet(trees: Trees, path: str | Path) -> int:
    """Writes the same table as Parquet, all or nothing, without holding it in memory; returns how many rows."""
    arrow, parquet = _needed("pyarrow", "write_parquet"), _needed("pyarrow.parquet", "write_parquet")
    kinds = {"int64": arrow.int64(), "Int64": arrow.int64(), "str": arrow.string()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    written = 0
    with written_atomically(path) as stream, parquet.ParquetWriter(stream.buffer, schema) as writer:
        for batch in _batches(rows(trees)):
            columns = [arrow.array(values, kinds[kind]) for values, kind in zip(zip(*batch), COLUMNS.values())]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
            written += len(batch)
    return written


def rows(trees: Trees) -> Iterator[Row]:
    """The rows. Trees that stand alone are one document, and each document is one."""
    alone = 0  # trees of the document that has only trees
    document = 0
    for given in _each(trees):
        if isinstance(given, Tree):
            document += not alone
            alone += 1
            yield from _rows_of(given.root, document, alone)
        else:
            document += 1
            alone = 0
            for number, sentence in enumerate(given.sentences, start=1):
                yield from _rows_of(sentence.root, document, number)


def _each(trees: Trees) -> Iterator[Tree | HasSentences]:
    many = trees if isinstance(trees, Iterable) and not isinstance(trees, Tree) else [trees]
    for given in many:
        if not isinstance(given, Tree) and not hasattr(given, "sentences"):
            raise RightmostError(f"trees or documents are expected, not a {type(given).__name__}")
        yield given


def _rows_of(root: Node, document: int, sentence: int) -> Iterator[Row]:
    index = root.index
    heads = index.array(COLLINS.head_words)
    words = root.words
    for number, end in enumerate(index.end):
        if end == number + 1:  # a word: it is in the row of its tag
            continue
        left, right, above = index.left[number], index.right[number], index.parent[number]
        yield (
            document,
            sentence,
            number - left,
            None if above < 0 else above - index.left[above],
            index.labels[number],
            left,
            right,
            index.places[left][0] if index.places else None,
            index.places[right - 1][1] if index.places else None,
            " ".join(words[left:right]),
            index.left[heads[number]],
        )


def _batches(source: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in source:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _needed(module: str, what: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(module)
    except ModuleNotFoundError:
        package = module.partition(".")[0]
        raise BadUsage(f"{what} needs {package}, which is not installed: pip install 'rightmost[data]'") from None
