"""`prepare` itself: whole or nothing, the manifest, and the samples at hand."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import rightmost
from corpora.samples import ARTHUR, KNIGHTS, NOTHING, lay_out, prepared
from rightmost.corpora import bracketed as brackets
from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, Placed
from rightmost.corpora.folders import files_below
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError
from rightmost.lock import InUse
from rightmost.trees.tree import Tree

RAW = Path(__file__).parents[3] / "shared" / "data" / "raw"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "source", {"train.txt": ARTHUR + KNIGHTS, "dev.txt": ARTHUR, "test.txt": ARTHUR})


def test_the_manifest_tells_of_the_files(tmp_path: Path, source: Path) -> None:
    manifest = prepare("brackets", source, tmp_path / "out")
    assert (manifest.corpus, manifest.rightmost, manifest.source_files) == ("brackets", rightmost.__version__, 3)
    assert (manifest.skipped_trees, manifest.warnings) == (0, ())
    assert [(split, file.trees, file.words) for split, file in manifest.splits.items()] == [
        ("train", 2, 11), ("dev", 1, 7), ("test", 1, 7)
    ]  # fmt: skip
    assert (tmp_path / "out" / "manifest.json").read_text(encoding="utf-8") == manifest.to_json()


def test_two_runs_give_the_same_bytes(tmp_path: Path, source: Path) -> None:
    for name in ("a", "b"):
        prepare("brackets", source, tmp_path / name)
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == ["dev.txt", "manifest.json", "test.txt", "train.txt"]
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in names)


def test_force_replaces_what_prepare_wrote(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "out")
    (source / "train.txt").write_text(KNIGHTS)
    prepare("brackets", source, tmp_path / "out", force=True)
    assert len(prepared(tmp_path / "out", "train")) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "source"]


def test_another_prepare_of_the_same_folder_is_named(tmp_path: Path, source: Path) -> None:
    out = tmp_path / "new" / "out"

    class Trying(Exception):
        pass

    def trees(found: FoundDocuments) -> Iterator[Placed]:
        with pytest.raises(InUse) as caught:
            prepare("brackets", source, out)
        assert str(caught.value).startswith(f"{out}: process {os.getpid()} on machine {socket.gethostname()} is ")
        prepare("brackets", source, tmp_path / "out")
        raise Trying

    corpus = Corpus("brackets", find=brackets.corpus().find, trees=trees)
    with pytest.raises(Trying):
        prepare(corpus, source, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "source"]
    prepare("brackets", source, out)


def breaking(stop: BaseException) -> Corpus:
    """A corpus that breaks off after its first tree."""

    def trees(found: FoundDocuments) -> Iterator[Placed]:
        yield Placed("train", Tree.from_string(ARTHUR))
        raise stop

    return Corpus("breaking", lambda source: FoundDocuments((CorpusDocument(source, "train"),)), trees)


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), CorpusError("broken"), MemoryError()])
@pytest.mark.parametrize("there_before", [False, True])
def test_breaking_off_leaves_all_as_it_was(
    tmp_path: Path, source: Path, stop: BaseException, there_before: bool
) -> None:
    if there_before:
        prepare("brackets", source, tmp_path / "out")
    before = {path: path.read_bytes() for path in files_below(tmp_path, "")}
    with pytest.raises(type(stop)):
        prepare(breaking(stop), source, tmp_path / "out", force=True)
    assert {path: path.read_bytes() for path in files_below(tmp_path, "")} == before
    expected = ["out", "source"] if there_before else ["source"]
    assert sorted(os.listdir(tmp_path)) == expected


def test_an_empty_split_is_told_of(tmp_path: Path) -> None:
    source = lay_out(tmp_path / "x", {"trees": ARTHUR}) / "trees"
    assert prepare(brackets.corpus(), source, tmp_path / "out").warnings == ("dev is empty", "test is empty")


def test_trees_without_a_word(tmp_path: Path) -> None:
    source = lay_out(tmp_path / "x", {"trees": NOTHING}) / "trees"
    with pytest.raises(CorpusError, match="trees: no tree in it holds a word; there is nothing to prepare"):
        prepare("brackets", source, tmp_path / "out")
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.skipif(not RAW.is_dir(), reason="the published samples are not at hand")
@pytest.mark.parametrize(
    ("name", "folder", "trees"),
    [
        ("craft", "craft", {"train": 1298, "dev": 0, "test": 484}),
        ("genia", "genia", {"train": 277, "dev": 0, "test": 0}),
        ("gum", "gum", {"train": 0, "dev": 0, "test": 0, "test2": 653}),
        ("masc", "masc", {"train": 234, "dev": 69, "test": 67}),
        ("wsj-sample", "wsj_sample", {"train": 3161, "dev": 516, "test": 237}),
    ],
)
def test_the_samples_at_hand(tmp_path: Path, name: str, folder: str, trees: dict[str, int]) -> None:
    manifest = prepare(name, RAW / folder, tmp_path / "out", incomplete=True)
    found = {split: file.trees for split, file in manifest.splits.items()}
    assert found == trees
