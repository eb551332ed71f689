"""Documents one after the other, and what is said of those that lack."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.corpora.corpus import SPLITS, CorpusDocument, FoundDocuments, Placed, by_document, lacking
from rightmost.errors import CorpusError
from rightmost.trees.tree import Tree
from strategies import ARTHUR

TREE = Tree.from_string(ARTHUR)


@given(st.lists(st.tuples(st.sampled_from(SPLITS), st.lists(st.sampled_from([TREE, None]), min_size=1))))
def test_each_document_is_wholly_in_its_split(documents: list[tuple[str, list[Tree | None]]]) -> None:
    held = {Path(f"{number}.mrg"): trees for number, (_, trees) in enumerate(documents)}
    found = FoundDocuments(tuple(CorpusDocument(path, split) for path, (split, _) in zip(held, documents, strict=True)))
    expected = [Placed(split, tree) for split, trees in documents for tree in trees]
    assert list(by_document(held.__getitem__)(found)) == expected


def test_a_document_without_trees() -> None:
    held = {Path("arthur.mrg"): [TREE], Path("grail.mrg"): []}
    placed = by_document(held.__getitem__)(FoundDocuments(tuple(CorpusDocument(path, "dev") for path in held)))
    assert next(placed) == Placed("dev", TREE)
    with pytest.raises(CorpusError) as raised:
        next(placed)
    assert str(raised.value) == "grail.mrg:1: no tree in the file; it is empty or was cut short: fetch it again"


@pytest.mark.parametrize(
    ("names", "shown"),
    [(["camelot"], "camelot"), (["a", "b", "c"], "a, b, c"), (["a", "b", "c", "d"], "a, b, c, ...")],
)
def test_what_lacks_is_named_up_to_three(names: list[str], shown: str) -> None:
    assert lacking("some of 9 documents", iter(names)) == f"some of 9 documents missing ({shown})"


def test_as_many_are_named_as_asked_for() -> None:
    assert lacking("sections", ["02", "03"], show=1) == "sections missing (02, ...)"
    assert lacking("sections", list("abcd"), show=4) == "sections missing (a, b, c, d)"
