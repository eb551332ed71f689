"""One run a folder (`test_run.py` and `test_resume.py` have whole runs)."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from rightmost.errors import UnreadableFile
from rightmost.lock import InUse
from rightmost.training.distributed import Team
from rightmost.training.run.sole import LOCK, sole_writer

ALONE = Team(0, 1, torch.device("cpu"))


def test_the_folder_is_locked_for_the_length_of_the_block(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "one"
    with sole_writer(folder, ALONE):
        assert (folder / LOCK).is_file()
        with pytest.raises(InUse, match=r"runs/one: process \d+ on machine "), sole_writer(folder, ALONE):
            pass
        (folder / "result.json").touch()
    assert [path.name for path in folder.iterdir()] == ["result.json"]


def test_a_folder_into_which_nothing_came_goes_again_unless_it_was_there(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("new", "mine"):
        with pytest.raises(KeyboardInterrupt), sole_writer(tmp_path / name, ALONE):
            raise KeyboardInterrupt
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_the_other_processes_are_refused_with_the_first_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = InUse("run: in use")
    monkeypatch.setattr(Team, "leaders", lambda team, value: refused)
    with pytest.raises(InUse, match="run: in use"), sole_writer(tmp_path, Team(1, 2, torch.device("cpu"))):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    message = r"run: cannot be written \(Not a directory\); name another with --output"
    with pytest.raises(UnreadableFile, match=message), sole_writer(tmp_path / "file" / "run", ALONE):
        pass
