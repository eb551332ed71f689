"""`prepare` itself: whole or nothing, the manifest, and the samples at hand."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpora.samples import ARTHUR, KNIGHTS, lay_out, prepared
from rightmost.corpora import brackets, output
from rightmost.corpora.corpus import Corpus, Document, Found, Placed
from rightmost.corpora.folders import checked_folder, files_below
from rightmost.corpora.prepare import prepare
from rightmost.corpora.registry import CORPORA, corpus_named
from rightmost.errors import BadUsage, CorpusError, UnreadableFile
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree

RAW = Path(__file__).parents[3] / "shared" / "data" / "raw"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "source", {"train.txt": ARTHUR + KNIGHTS, "dev.txt": ARTHUR, "test.txt": ARTHUR})


def test_the_names_are_those_promised() -> None:
    promised = {"ptb", "ctb", "craft", "genia", "gum", "masc", "wsj-sample", "brackets"}
    assert set(CORPORA) == promised | {"gum-open"}
    with pytest.raises(BadUsage, match="unknown corpus 'grail'; allowed: ptb, ctb, craft, "):
        corpus_named("grail")


def test_the_manifest_tells_of_the_files(tmp_path: Path, source: Path) -> None:
    manifest = prepare("brackets", source, tmp_path / "out")
    written = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert list(written) == ["corpus", "rightmost", "source_files", "skipped_trees", "warnings", "splits"]
    assert (written["corpus"], written["source_files"], written["warnings"]) == ("brackets", 3, [])
    for split, file in written["splits"].items():
        content = (tmp_path / "out" / file["file"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["trees"] == content.count(b"\n") == manifest.splits[split].trees
    assert written["splits"]["train"]["words"] == 7 + 4


def test_two_runs_give_the_same_bytes(tmp_path: Path, source: Path) -> None:
    for name in ("a", "b"):
        prepare("brackets", source, tmp_path / name)
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == ["dev.txt", "manifest.json", "test.txt", "train.txt"]
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in names)


def test_files_are_as_write_trees_writes_them(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "out")
    trees = list(read_trees(tmp_path / "out" / "train.txt"))
    write_trees(trees, tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_bytes() == (tmp_path / "out" / "train.txt").read_bytes()


def test_a_deep_out_is_made(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "a" / "b" / "out")
    assert len(prepared(tmp_path / "a" / "b" / "out", "train")) == 2


def test_an_empty_out_is_filled(tmp_path: Path, source: Path) -> None:
    (tmp_path / "out").mkdir()
    prepare("brackets", source, tmp_path / "out")
    assert len(prepared(tmp_path / "out", "train")) == 2


def test_the_folder_can_be_read_by_others(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "out")
    (tmp_path / "plain").mkdir()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_out_in_use_is_refused(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "out")
    with pytest.raises(BadUsage, match=r"out: not empty \(it holds dev.txt\); name another folder, or replace it with"):
        prepare("brackets", source, tmp_path / "out")


def test_force_replaces_what_prepare_wrote(tmp_path: Path, source: Path) -> None:
    prepare("brackets", source, tmp_path / "out")
    (source / "train.txt").write_text(KNIGHTS)
    prepare("brackets", source, tmp_path / "out", force=True)
    assert len(prepared(tmp_path / "out", "train")) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "source"]


@pytest.mark.parametrize("name", ["thesis.tex", ".secret"])
def test_force_never_deletes_other_files(tmp_path: Path, source: Path, name: str) -> None:
    lay_out(tmp_path / "out", {name: "years of work"})
    with pytest.raises(BadUsage, match=f"holds {name}, which prepare did not write; --force will not delete it"):
        prepare("brackets", source, tmp_path / "out", force=True)
    assert (tmp_path / "out" / name).read_text() == "years of work"


def test_an_out_that_is_a_file(tmp_path: Path, source: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(BadUsage, match="out: a file, where the output folder was expected; name another"):
        prepare("brackets", source, tmp_path / "out", force=True)


def breaking(stop: BaseException) -> Corpus:
    """A corpus that breaks off after its first tree."""

    def trees(found: Found) -> Iterator[Placed]:
        yield Placed("train", Tree.from_string(ARTHUR))
        raise stop

    return Corpus("breaking", lambda source: Found((Document(source, "train"),)), trees)


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


def test_a_failing_swap_puts_the_old_folder_back(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare("brackets", source, tmp_path / "out")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(
        UnreadableFile, match=r"out: cannot be written \(No space left on device\); name another folder"
    ):
        prepare("brackets", source, tmp_path / "out", force=True)
    assert sorted(os.listdir(tmp_path)) == ["out", "source"]
    assert len(prepared(tmp_path / "out", "train")) == 2


def test_an_out_that_cannot_be_made(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(**_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(output.tempfile, "mkdtemp", refusing)
    with pytest.raises(UnreadableFile, match=r"out: cannot be written \(Permission denied\)"):
        prepare("brackets", source, tmp_path / "out")


@pytest.mark.parametrize("name", sorted(set(CORPORA) - {"brackets"}))
def test_a_source_that_is_not_a_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(CorpusError, match="nowhere: no such folder; check the path"):
        prepare(name, tmp_path / "nowhere", tmp_path / "out")
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match="file: a file, where the folder of the corpus was expected"):
        prepare(name, tmp_path / "file", tmp_path / "out")
    assert os.listdir(tmp_path) == ["file"]


def test_a_path_that_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises((UnreadableFile, CorpusError), match=r"File name too long|no such folder"):
        checked_folder(tmp_path / ("x" * 300))


def test_an_empty_split_is_told_of(tmp_path: Path) -> None:
    source = lay_out(tmp_path / "x", {"trees": ARTHUR}) / "trees"
    assert prepare(brackets.corpus(), source, tmp_path / "out").warnings == ("dev is empty", "test is empty")


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
