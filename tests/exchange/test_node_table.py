from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from rightmost.errors import BadUsage, RightmostError
from rightmost.exchange import node_table as table
from rightmost.exchange.node_table import COLUMNS, rows, to_dataframe, write_parquet
from rightmost.text.document import Document, Sentence, Word
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees

TEXT = "He  rides."
SENTENCE = Sentence(
    TEXT,
    0,
    len(TEXT),
    (Word("He", 0, 2), Word("rides", 4, 9), Word(".", 9, 10)),
    Tree.from_string("(S (NP (PRP He)) (VP (VBZ rides)) (. .))"),
)
DOCUMENT = Document(TEXT, (SENTENCE, SENTENCE))


def test_a_row_a_node():
    assert list(rows(DOCUMENT))[:3] == [
        (1, 1, 0, None, "S", 0, 3, 0, 10, "He rides .", 1),
        (1, 1, 1, 0, "NP", 0, 1, 0, 2, "He", 0),
        (1, 1, 2, 1, "PRP", 0, 1, 0, 2, "He", 0),
    ]
    assert [row[1] for row in rows(DOCUMENT)] == [1] * 6 + [2] * 6


def test_documents_are_numbered_and_trees_are_one():
    tree = Tree.from_string("(NP (NN king))")
    numbers = [row[:3] for row in rows([tree, tree, DOCUMENT, tree])]
    assert numbers[:4] == [(1, 1, 0), (1, 1, 1), (1, 2, 0), (1, 2, 1)]
    assert [number[0] for number in numbers[4:]] == [2] * 12 + [3] * 2


@settings(deadline=None)
@given(trees())
def test_the_table_holds_the_tree(tree):
    pandas = pytest.importorskip("pandas")
    frame = tree.to_dataframe()
    assert list(frame.columns) == list(COLUMNS)
    assert list(frame["node"]) == list(range(len(frame))) == list(range(len(tree.flat)))
    nodes = [node for node in tree.preorder() if node.height]
    for row, node in zip(frame.itertuples(index=False), nodes, strict=True):
        assert (row.label, (row.left, row.right), row.text) == (node.label, node.span, node.text)
        assert tree.words[row.head] == node.head.label
        assert row.head == node.head.span[0]
        if node.parent is None:
            assert row.parent is pandas.NA
        else:
            assert nodes[row.parent] == node.parent
        assert row.start is pandas.NA


def test_characters_slice_the_text():
    pytest.importorskip("pandas")
    frame = DOCUMENT.to_dataframe()
    assert [TEXT[row.start : row.end] for row in frame.itertuples()][:4] == [TEXT, "He", "He", "rides"]


def test_an_empty_table_has_its_columns():
    pytest.importorskip("pandas")
    frame = to_dataframe([])
    assert list(frame.columns) == list(COLUMNS)
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == COLUMNS


def test_parquet_is_the_same_table(tmp_path: Path, monkeypatch):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(table, "BATCH", 7)
    path = tmp_path / "trees.parquet"
    given = [DOCUMENT, Tree.from_string(ARTHUR)]
    expected = to_dataframe(given)
    assert write_parquet(given, path) == len(expected)
    read = pandas.read_parquet(path)
    assert list(read.columns) == list(COLUMNS)
    for name in COLUMNS:
        assert [None if pandas.isna(value) else value for value in read[name]] == [
            None if pandas.isna(value) else value for value in expected[name]
        ]


def test_parquet_is_written_whole_or_not_at_all(tmp_path: Path):
    pytest.importorskip("pyarrow")
    with pytest.raises(RightmostError, match="trees or documents are expected, not a str"):
        write_parquet([DOCUMENT, "a king"], tmp_path / "trees.parquet")
    assert list(tmp_path.iterdir()) == []


def test_without_pandas_and_pyarrow_one_line_names_the_extra(monkeypatch, tmp_path):
    for name in ("pandas", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadUsage, match=r"to_dataframe needs pandas, which is not installed: pip install 'rightmost"):
        to_dataframe(DOCUMENT)
    with pytest.raises(BadUsage, match="write_parquet needs pyarrow, which is not installed"):
        write_parquet(DOCUMENT, tmp_path / "trees.parquet")
