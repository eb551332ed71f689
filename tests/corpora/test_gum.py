"""GUM: splits.md, genres, texts withheld."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.samples import lay_out, prepared
from rightmost.corpora import gum
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError

SPLITS = """# Splits

The splits are used for the corpus; 'test2' is another corpus.

## dev

  * GUM_news_swallow

## test

  * GUM_voyage_camelot

## test2

  * GENTLE_poetry_robin

## train

  * GUM_fiction_grail
  * GUM_reddit_ni
"""
TREE = "(ROOT\n  (S\n    (NP-SBJ (NNP Arthur))\n    (VP (VBZ rides))))\n\n"
LINE = "(TOP (S (NP (NNP Arthur)) (VP (VBZ rides))))"
FILES = {"splits.md": SPLITS} | {
    f"const/{name}.ptb": TREE
    for name in ("GUM_news_swallow", "GUM_voyage_camelot", "GENTLE_poetry_robin", "GUM_fiction_grail")
}
FILES["const/GUM_reddit_ni.ptb"] = "(ROOT (S (NP (NNP ______)) (VP (VBZ _____))))\n"


def test_splits_and_withheld_text(tmp_path: Path) -> None:
    manifest = prepare("gum", lay_out(tmp_path / "gum", FILES), tmp_path / "out")
    assert list(manifest.splits) == ["train", "dev", "test", "test2"]
    assert all(prepared(tmp_path / "out", split) == [LINE] for split in manifest.splits)
    assert manifest.skipped_trees == 1


def test_reddit_with_its_text_restored_is_kept(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "gum", FILES | {"const/GUM_reddit_ni.ptb": TREE})
    assert prepare("gum", root, tmp_path / "out").splits["train"].trees == 2


def test_open_genres_alone(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "gum", FILES)
    (root / "const" / "GUM_fiction_grail.ptb").unlink()  # not open, so not missed
    manifest = prepare("gum-open", root, tmp_path / "out")
    assert {split: file.trees for split, file in manifest.splits.items()} == {"train": 0, "dev": 1, "test": 1}
    assert manifest.warnings == ("train is empty",)


@pytest.mark.parametrize("point", ["..", "", "const"])
def test_any_folder_near_will_do(tmp_path: Path, point: str) -> None:
    assert len(gum.find(lay_out(tmp_path / "gum", FILES) / point).documents) == 5


def test_missing_documents_are_named(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "gum", FILES)
    (root / "const" / "GUM_news_swallow.ptb").unlink()
    with pytest.raises(CorpusError, match=r"1 of 5 documents of splits.md missing \(GUM_news_swallow.ptb\)"):
        prepare("gum", root, tmp_path / "out")


def test_nothing_there_at_all(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "gum", {"splits.md": SPLITS, "const/README.md": ""})
    with pytest.raises(CorpusError, match=r"nothing of gum to prepare: 5 of 5 documents of splits.md missing"):
        prepare("gum", root, tmp_path / "out", incomplete=True)


def test_splits_without_lists(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "gum", FILES | {"splits.md": "## train\n* GUM_fiction_grail\n"})
    with pytest.raises(CorpusError, match=r"splits.md:1: no documents listed for dev, test; expected `## train`"):
        gum.find(root)


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no `const` folder with splits.md beside it; give the top folder"):
        gum.find(lay_out(tmp_path / "a" / "b" / "c" / "d", {"x.ptb": TREE}))
