"""What writers leave beside their output: nothing, even if they are killed, once another has written there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from processes import started
from rightmost.files import written_atomically
from rightmost.part import replaced_folder

FILE = """
import sys
from rightmost.ending import answer_signals
from rightmost.files import written_atomically
answer_signals()
with written_atomically(sys.argv[1]) as stream:
    stream.write("half")
    print("writing", flush=True)
    sys.stdin.read()
"""
FOLDER = FILE.replace("rightmost.files", "rightmost.part").replace("written_atomically", "replaced_folder")
FOLDER = FOLDER.replace("sys.argv[1]", "__import__('pathlib').Path(sys.argv[1])")
FOLDER = FOLDER.replace('stream.write("half")', '(stream / "half").touch()')


def writer(program: str, path: Path) -> subprocess.Popen[str]:
    """A process that is writing `path`, and ends well when its standard input does."""
    process = started(program, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    return process


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(program: str, path: Path) -> None:
    """Writes `path` in this process."""
    if program == FILE:
        with written_atomically(path) as stream:
            stream.write("whole")
    else:
        with replaced_folder(path) as folder:
            (folder / "whole").touch()


@pytest.mark.parametrize("program", [FILE, FOLDER], ids=["file", "folder"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_writer_that_is_told_to_end_leaves_nothing(tmp_path: Path, program: str, name: str) -> None:
    process = writer(program, tmp_path / "out")
    assert len(names(tmp_path)) == (1 if program == FILE else 2)
    process.send_signal(getattr(signal, name))
    process.communicate()
    assert process.returncode == 128 + getattr(signal, name)
    assert names(tmp_path) == []


@pytest.mark.parametrize("program", [FILE, FOLDER], ids=["file", "folder"])
def test_what_a_killed_writer_left_goes_with_the_next_one_and_a_live_one_s_stays(tmp_path: Path, program: str) -> None:
    live = writer(program, tmp_path / "out")
    others = names(tmp_path)
    (tmp_path / ".other.0123abcd.part").touch()
    (tmp_path / ".out.txt.0123abcd.part").touch()
    (tmp_path / ".out.thesis.part").touch()
    mine = [".other.0123abcd.part", ".out.thesis.part", ".out.txt.0123abcd.part"]
    killed = writer(program, tmp_path / "out")
    killed.kill()
    killed.communicate()
    left = names(tmp_path)
    assert len(left) == 2 * len(others) + len(mine)
    write(program, tmp_path / "out")
    assert names(tmp_path) == sorted([*others, *mine, "out"])
    live.communicate("")
    assert live.returncode == 0
    assert names(tmp_path) == sorted([*mine, "out"])
    assert (tmp_path / "out").read_text() == "half" if program == FILE else names(tmp_path / "out") == ["half"]


def test_a_folder_that_a_killed_swap_left_away_comes_back(tmp_path: Path) -> None:
    (tmp_path / ".out.0123abcd.parts" / "old").mkdir(parents=True)
    (tmp_path / ".out.0123abcd.parts" / "old" / "kept").touch()
    (tmp_path / ".out.0123abcd.part").touch()
    with pytest.raises(KeyboardInterrupt), replaced_folder(tmp_path / "out"):
        assert names(tmp_path / "out") == ["kept"]
        raise KeyboardInterrupt
    assert names(tmp_path) == ["out"]
    assert names(tmp_path / "out") == ["kept"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it depends on the file system")
def test_a_folder_is_there_whenever_its_writer_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom rightmost.part import replaced_folder\n"
        "while True:\n"
        "    with replaced_folder(Path(sys.argv[1])) as folder: (folder / 'whole').touch()\n"
        "    print('written', flush=True)\n"
    )
    write(FOLDER, tmp_path / "out")
    for _ in range(5):
        process = started(program, tmp_path / "out")
        assert process.stdout is not None
        for _ in range(20):
            assert process.stdout.readline() == "written\n"
            assert (tmp_path / "out").exists()
        process.kill()
        process.communicate()
        assert names(tmp_path / "out") == ["whole"]
    write(FOLDER, tmp_path / "out")
    assert names(tmp_path) == ["out"]


def test_what_only_looks_like_a_part_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    (tmp_path / ".out.00000000.part").symlink_to(tmp_path / "thesis.tex")
    (tmp_path / ".out.11111111.part").mkdir()
    os.mkfifo(tmp_path / ".out.22222222.part")
    before = names(tmp_path)
    write(FILE, tmp_path / "out")
    assert names(tmp_path) == sorted([*before, "out"])


def test_writers_that_begin_and_sweep_at_once_do_not_hurt_one_another(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom rightmost.files import written_atomically\n"
        "for _ in range(100):\n"
        "    with written_atomically(sys.argv[1]) as stream: stream.write('whole')\n"
    )
    processes = [started(program, tmp_path / "out") for _ in range(3)]
    assert [(process.communicate(timeout=300)[1], process.returncode) for process in processes] == [("", 0)] * 3
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out").read_text() == "whole"


def test_a_folder_that_others_cannot_list_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refusing)
    write(FILE, tmp_path / "out")
    assert (tmp_path / "out").read_text() == "whole"
