"""A folder that appears whole or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora.samples import lay_out
from rightmost.corpora.corpus import SPLITS, Placed
from rightmost.corpora.manifest import SplitFile
from rightmost.corpora.output import check_free, prepared_folder, write_splits
from rightmost.errors import BadUsage, UnreadableFile
from rightmost.trees.brackets import write_trees
from strategies import trees

PREPARED = {"manifest.json": "{}", "train.txt": "(TOP (NP (NNP Arthur)))\n", "dev.txt": "", "test.txt": ""}
FRESH = {"train.txt": "(TOP (NP (NN King)))\n"}


def held(root: Path) -> dict[str, str]:
    """The files below `root`, hidden ones too, and what is in them."""
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


def replace(out: Path, files: Mapping[str, str] = FRESH) -> None:
    with prepared_folder(out) as folder:
        lay_out(folder, files)


# -- may it be written? -------------------------------------------------------------------------------


@pytest.mark.parametrize("force", [False, True])
def test_nothing_and_an_empty_folder_are_free(tmp_path: Path, force: bool) -> None:
    for out in (tmp_path, tmp_path / "nothing", tmp_path / "a" / "b"):
        check_free(out, splits=SPLITS, force=force)
    assert held(tmp_path) == {}


def test_what_prepare_wrote_needs_force(tmp_path: Path) -> None:
    out = lay_out(tmp_path / "out", PREPARED)
    with pytest.raises(BadUsage) as raised:
        check_free(out, splits=SPLITS, force=False)
    assert str(raised.value) == (
        f"{out}: not empty (it holds dev.txt); name another folder, or replace it with --force"
    )
    check_free(out, splits=SPLITS, force=True)


@pytest.mark.parametrize(
    ("files", "foreign"),
    [
        ({"thesis.tex": ""}, "thesis.tex"),
        ({".secret": ""}, ".secret"),
        (PREPARED | {"thesis.tex": ""}, "thesis.tex"),
        (PREPARED | {"test2.txt": ""}, "test2.txt"),
        ({"dev.txt": "", "train.txt": ""}, "dev.txt"),  # without a manifest they may be anyone's
    ],
)
def test_force_never_deletes_other_files(tmp_path: Path, files: dict[str, str], foreign: str) -> None:
    out = lay_out(tmp_path / "out", files)
    with pytest.raises(BadUsage) as raised:
        check_free(out, splits=SPLITS, force=True)
    assert str(raised.value) == (
        f"{out}: holds {foreign}, which prepare did not write; --force will not delete it: name another folder"
    )
    assert held(out) == files


def test_an_out_that_is_a_file(tmp_path: Path) -> None:
    out = lay_out(tmp_path, {"out": ""}) / "out"
    with pytest.raises(BadUsage) as raised:
        check_free(out, splits=SPLITS, force=True)
    assert str(raised.value) == f"{out}: a file, where the output folder was expected; name another"


# -- whole or not at all ------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["out", "a/b/out", "empty", "full"])
def test_a_fresh_folder_takes_the_place_of_what_was_there(tmp_path: Path, out: str) -> None:
    (tmp_path / "empty").mkdir()
    before = held(lay_out(tmp_path, {"full/thesis.tex": "", "other/thesis.tex": ""}))
    replace(tmp_path / out)
    kept = {name: content for name, content in before.items() if not name.startswith(f"{out}/")}
    assert held(tmp_path) == kept | {f"{out}/{name}": content for name, content in FRESH.items()}


def test_a_relative_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replace(Path("out"))
    assert held(tmp_path / "out") == FRESH


def test_the_folder_can_be_read_by_others(tmp_path: Path) -> None:
    replace(tmp_path / "out")
    (tmp_path / "plain").mkdir()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("before", [{}, {"out/train.txt": "before"}])
def test_breaking_off_leaves_all_as_it_was(tmp_path: Path, before: dict[str, str]) -> None:
    lay_out(tmp_path, before)
    with pytest.raises(KeyboardInterrupt), prepared_folder(tmp_path / "out") as folder:
        lay_out(folder, FRESH)
        raise KeyboardInterrupt
    assert held(tmp_path) == before
    assert os.listdir(tmp_path) == (["out"] if before else [])


def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    out = lay_out(tmp_path / "out", PREPARED)
    with pytest.raises(UnreadableFile) as raised, prepared_folder(out):
        raise OSError(28, "No space left on device")
    assert str(raised.value) == f"{out}: cannot be written (No space left on device); name another folder"
    assert held(tmp_path) == {f"out/{name}": content for name, content in PREPARED.items()}


def test_a_failing_swap_puts_the_old_folder_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = lay_out(tmp_path / "out", PREPARED)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if target == out:
            monkeypatch.undo()
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr("rightmost.swap.exchanged", lambda one, other: False)  # as on Windows
    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(UnreadableFile, match=r"out: cannot be written \(No space left on device\)"):
        replace(out)
    assert held(tmp_path) == {f"out/{name}": content for name, content in PREPARED.items()}
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize(("out", "why"), [("x" * 300, "File name too long"), ("arthur/out", "File exists|Not a dir")])
def test_an_out_that_cannot_be_made(tmp_path: Path, out: str, why: str) -> None:
    lay_out(tmp_path, {"arthur": "King"})
    with pytest.raises(UnreadableFile, match=rf"{out}: cannot be written \(({why}).*\); name another folder"):
        replace(tmp_path / out)
    assert held(tmp_path) == {"arthur": "King"}


# -- the files in it ----------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.lists(st.builds(Placed, st.sampled_from(SPLITS), st.none() | trees()), max_size=6))
def test_each_split_is_written_as_write_trees_does_and_told_of(placed: list[Placed]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, plain = Path(name), Path(name) / "plain"
        written, skipped = write_splits(placed, folder, SPLITS)
        assert skipped == sum(tree is None for _, tree in placed)
        assert list(written) == list(SPLITS)
        for split, told in written.items():
            own = [tree for place, tree in placed if place == split and tree is not None]
            write_trees(own, plain)
            content = (folder / f"{split}.txt").read_bytes()
            assert content == plain.read_bytes()
            words = sum(len(tree.words) for tree in own)
            assert told == SplitFile(f"{split}.txt", len(own), words, hashlib.sha256(content).hexdigest())
