"""CRAFT: id lists, article parts, noun-phrase insides."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.samples import ARTHUR, ARTHUR_LINE, KNIGHTS, KNIGHTS_LINE, NOTHING, lay_out, prepared
from rightmost.corpora import craft
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError

TREES = "structural-annotation/treebank/penn"
TITLE = "( (TITLE (NP (NML (NN shrubbery) (HYPH -) (NN growing)) (NNS knights))) )\n"
CAPTION = "( (CAPTION (LST (LS \u00a0A) (. .))) )\n( (HEADING (NN Grail)) )\n"
FILES = {
    "articles/ids/craft-ids-train.txt": "11\n12\n",
    "articles/ids/craft-ids-dev.txt": "13\n",
    "articles/ids/craft-ids-test.txt": "14\n",
    f"{TREES}/11.tree": TITLE + KNIGHTS,
    f"{TREES}/12.tree": CAPTION + NOTHING,
    f"{TREES}/13.tree": ARTHUR,
    f"{TREES}/14.tree": ARTHUR,
    f"{TREES}/99.tree": ARTHUR,  # in no list
}


def test_normal_form_and_splits(tmp_path: Path) -> None:
    manifest = prepare("craft", lay_out(tmp_path / "CRAFT", FILES), tmp_path / "out")
    assert prepared(tmp_path / "out", "train") == [
        "(TOP (NP (NN shrubbery) (HYPH -) (NN growing) (NNS knights)))",
        KNIGHTS_LINE,
        "(TOP (LST (LS A) (. .)))",
        "(TOP (NN Grail))",
    ]
    assert prepared(tmp_path / "out", "dev") == prepared(tmp_path / "out", "test") == [ARTHUR_LINE]
    assert manifest.skipped_trees == 1
    assert manifest.source_files == 4


@pytest.mark.parametrize("point", ["..", "", TREES, "articles"])
def test_any_folder_near_will_do(tmp_path: Path, point: str) -> None:
    assert len(craft.find(lay_out(tmp_path / "CRAFT", FILES) / point).documents) == 4


def test_missing_articles_are_named(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "CRAFT", FILES)
    (root / TREES / "13.tree").unlink()
    with pytest.raises(CorpusError, match=r"1 of 4 articles of articles/ids missing \(13.tree\): complete the source"):
        prepare("craft", root, tmp_path / "out")
    manifest = prepare("craft", root, tmp_path / "out", incomplete=True)
    assert manifest.warnings == ("1 of 4 articles of articles/ids missing (13.tree)", "dev is empty")


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    lacking = f"no {TREES} with articles/ids/craft-ids-train.txt, -dev and -test beside it"
    with pytest.raises(CorpusError, match=rf"{lacking}; give the top folder of a CRAFT release \(v4 or later\)$"):
        craft.find(lay_out(tmp_path / "a" / "b" / "c" / "d", {"x.tree": ARTHUR}))
