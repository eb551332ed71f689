"""A folder in another's place."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from rightmost.swap import exchanged, put_in_place, restored


def folder(path: Path, name: str) -> Path:
    path.mkdir()
    (path / name).touch()
    return path


@pytest.mark.parametrize("can_exchange", [True, False])
def test_it_takes_the_place_of_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_exchange: bool
) -> None:
    if not can_exchange:
        monkeypatch.setattr("rightmost.swap.exchanged", lambda one, other: False)
    out = tmp_path / "out"
    put_in_place(folder(tmp_path / "first", "a"), out, old=tmp_path / "old")
    assert [path.name for path in out.iterdir()] == ["a"]
    put_in_place(folder(tmp_path / "second", "b"), out, old=tmp_path / "old")
    assert [path.name for path in out.iterdir()] == ["b"]


def test_two_are_exchanged_or_nothing_happens(tmp_path: Path) -> None:
    one, other = folder(tmp_path / "one", "a"), folder(tmp_path / "other", "b")
    if exchanged(one, other):
        one, other = other, one
    assert [path.name for path in (*one.iterdir(), *other.iterdir())] == ["a", "b"]
    assert not exchanged(one, tmp_path / "nothing")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it depends on the file system")
def test_there_is_no_moment_without_it(tmp_path: Path) -> None:
    out, fresh = folder(tmp_path / "out", "file"), folder(tmp_path / "fresh", "file")
    if not exchanged(out, fresh):
        pytest.skip("this file system cannot exchange folders")
    seen, over = [], threading.Event()

    def look() -> None:
        while not over.is_set():
            seen.append((out / "file").exists())

    watcher = threading.Thread(target=look)
    watcher.start()
    for _ in range(2000):
        put_in_place(fresh, out, old=tmp_path / "old")
    over.set()
    watcher.join()
    assert all(seen)


def test_what_is_away_comes_back_unless_something_is_there(tmp_path: Path) -> None:
    out, old = tmp_path / "out", folder(tmp_path / "old", "a")
    restored(out, old=old)
    assert (out / "a").exists()
    restored(out, old=folder(tmp_path / "old", "b"))
    assert [path.name for path in out.iterdir()] == ["a"]
