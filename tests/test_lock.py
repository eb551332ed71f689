"""A lock between processes that are really killed."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from processes import started
from rightmost.errors import UnreadableFile
from rightmost.lock import InUse, held

HOLDER = """
import sys
from pathlib import Path
from rightmost.lock import held
with held(Path(sys.argv[1]), of=Path("run")):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """A process that holds the lock until its standard input ends."""
    process = started(HOLDER, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_one_at_a_time_and_the_other_is_named(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    process = holder(path)
    for _ in range(2):
        with pytest.raises(InUse) as caught, held(path, of=tmp_path / "run"):
            pass
        assert str(caught.value) == (
            f"{tmp_path / 'run'}: process {process.pid} on machine {socket.gethostname()} is writing it; "
            "wait until it ends, or name another folder"
        )
    process.communicate("")
    assert list(tmp_path.iterdir()) == []
    with held(path, of=tmp_path):
        pass


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    process = holder(path)
    process.kill()
    process.communicate()
    assert path.exists()
    with held(path, of=tmp_path), pytest.raises(InUse, match=f"process {os.getpid()} on"), held(path, of=tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_file_that_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    with held(path, of=tmp_path):
        path.write_bytes(b"\x1b[31m\xff")
        with pytest.raises(InUse, match=": another process is writing it; "), held(path, of=tmp_path):
            pass


def test_many_at_once_never_meet(tmp_path: Path) -> None:
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom rightmost.lock import InUse, held\n"
        "path, won = Path(sys.argv[1]), 0\n"
        "while won < 30:\n"
        "    try:\n"
        "        with held(path / '.lock', of=path):\n"
        "            os.close(os.open(path / 'alone', os.O_CREAT | os.O_EXCL)); os.unlink(path / 'alone'); won += 1\n"
        "    except InUse:\n"
        "        pass\n"
    )
    processes = [started(program, tmp_path) for _ in range(3)]
    assert [(process.communicate(timeout=300)[1], process.returncode) for process in processes] == [("", 0)] * 3
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / ".lock").symlink_to(tmp_path / "thesis.tex")
    with pytest.raises(UnreadableFile, match=r"run: cannot be written \("), held(tmp_path / ".lock", of=Path("run")):
        pass
    assert not (tmp_path / "thesis.tex").exists()


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def refusing(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refusing)
    with held(tmp_path / ".lock", of=tmp_path):
        pass
    assert caplog.messages == [f"{tmp_path}: this file system has no locks; see to it that nothing else writes there"]
