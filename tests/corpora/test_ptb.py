"""The Penn Treebank: sections, counts, and its spellings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpora.samples import ARTHUR, ARTHUR_LINE, KNIGHTS, KNIGHTS_UNMERGED_LINE, lay_out, prepared
from rightmost.corpora import ptb
from rightmost.corpora.corpus import Corpus
from rightmost.corpora.prepare import prepare
from rightmost.errors import BracketError, CorpusError, UnreadableFile

SMALL: Corpus = replace(ptb.CORPUS, counts={"train": 20, "dev": 1, "test": 2})
FILES = {f"{section:02}/wsj_{section:02}01.mrg": ARTHUR for section in range(25)} | {"23/wsj_2302.mrg": KNIGHTS}


def treebank(tmp_path: Path, *, below: str = "parsed/mrg/wsj/") -> Path:
    return lay_out(tmp_path / "treebank", {below + name: text for name, text in FILES.items()})


def test_published_counts() -> None:
    assert ptb.CORPUS.counts == {"train": 39832, "dev": 1700, "test": 2416}


def test_sections_fall_where_they_should(tmp_path: Path) -> None:
    manifest = prepare(SMALL, treebank(tmp_path), tmp_path / "out")
    assert {split: file.trees for split, file in manifest.splits.items()} == SMALL.counts
    assert manifest.source_files == 23
    assert manifest.warnings == ()
    assert prepared(tmp_path / "out", "dev") == [ARTHUR_LINE]
    assert prepared(tmp_path / "out", "test") == [ARTHUR_LINE, KNIGHTS_UNMERGED_LINE]


@pytest.mark.parametrize("point", ["", "parsed", "parsed/mrg", "parsed/mrg/wsj"])
def test_any_folder_on_the_way_will_do(tmp_path: Path, point: str) -> None:
    assert len(ptb.find(treebank(tmp_path) / point).documents) == 23


def test_the_folder_above_will_do(tmp_path: Path) -> None:
    treebank(tmp_path)
    assert len(ptb.find(tmp_path).documents) == 23


def test_upper_case_media_will_do(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "cd", {f"PARSED/MRG/WSJ/{name.upper()}": text for name, text in FILES.items()})
    assert len(ptb.find(root).documents) == 23


def test_missing_sections_are_named(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "some", {"wsj/02/wsj_0201.mrg": ARTHUR, "wsj/22/wsj_2201.mrg": ARTHUR})
    with pytest.raises(
        CorpusError, match=r"some: not a complete ptb corpus: sections missing \(03, 04, .*23\): complete"
    ):
        prepare("ptb", root, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_wrong_counts_are_refused_with_both_sides(tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as error:
        prepare("ptb", treebank(tmp_path), tmp_path / "out")
    assert "train holds 20 trees, 39,832 expected; dev holds 1 trees, 1,700 expected; test" in str(error.value)
    assert str(error.value).endswith("complete the source, or prepare what there is with --incomplete")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["treebank"]


def test_incomplete_prepares_what_there_is(tmp_path: Path) -> None:
    manifest = prepare("ptb", treebank(tmp_path), tmp_path / "out", incomplete=True)
    assert manifest.warnings[0] == "train holds 20 trees, 39,832 expected"
    assert len(prepared(tmp_path / "out", "train")) == 20


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "brown", {"cf/cf01.mrg": ARTHUR})
    with pytest.raises(CorpusError, match=r"brown: no section folders 02 to 23 .* give the top folder of LDC99T42"):
        ptb.find(root)


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        ("", CorpusError, "wsj_0501.mrg:1: no tree in the file; it is empty or was cut short: fetch it again"),
        (b"\xff\xfe\x00\x01", UnreadableFile, "wsj_0501.mrg:1: not UTF-8 text"),
        ("( (S (NNP Arthur)\n", BracketError, "wsj_0501.mrg:1:1: the tree that begins here"),
        ("( (S (NNP Arthur))))\n", BracketError, "wsj_0501.mrg:1:20: a ')' without its '('"),
    ],
)
def test_a_bad_file_is_named_and_nothing_is_written(
    tmp_path: Path, content: str | bytes, error: type[Exception], says: str
) -> None:
    root = treebank(tmp_path)
    lay_out(root, {"parsed/mrg/wsj/05/wsj_0501.mrg": content})
    with pytest.raises(error) as raised:
        prepare(SMALL, root, tmp_path / "out", incomplete=True)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["treebank"]


def test_backslashes_and_alternatives(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"a.mrg": r"( (NP (CD 1\/2) (NN \*) (PRT|ADVP (RP|RB up)) (-LRB- -LCB-)))"})
    (tree,) = ptb.read(root / "a.mrg")
    assert tree is not None
    assert str(tree) == "(NP (CD 1/2) (NN *) (PRT (RP up)) (-LRB- -LCB-))"
    assert tree.words[-1] == "{"
