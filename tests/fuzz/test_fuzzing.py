"""benchmarks/fuzz/fuzzing.py: the targets as functions of bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fuzz.target import Target
from fuzz.targets import TARGETS
from rightmost.outcome import run
from tool import BENCHMARKS, tool

FUZZING = tool("fuzz/fuzzing", BENCHMARKS)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs it with these arguments, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def called(*arguments: object) -> None:
        monkeypatch.setattr(sys, "argv", ["fuzzing.py", *map(str, arguments)])
        run(FUZZING.main)

    return called


def test_it_knows_all_targets():
    assert set(FUZZING.NAMES) == set(TARGETS)


@pytest.mark.parametrize("name", ["trees", "actions", "parameters"])
def test_random_bytes(script, capsys, name):
    script(name, "--runs", 5)
    out = capsys.readouterr().out
    assert out.startswith(f"{name}: 5 inputs, ")
    assert out.endswith("none failed\n")


def test_a_case_that_fails_is_kept_and_can_be_replayed(script, capsys, tmp_path, monkeypatch):
    def broken(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(TARGETS, "trees", Target(broken, TARGETS["trees"].strategies, cases=1))
    with pytest.raises(ZeroDivisionError):
        script("trees", "--runs", 5)
    (kept,) = tmp_path.glob("crash-*")
    assert f"its bytes are in {kept.name}" in capsys.readouterr().err
    with pytest.raises(ZeroDivisionError):
        script("trees", "--replay", kept)
    monkeypatch.undo()
    script("trees", "--replay", kept)
    assert capsys.readouterr().out == "a case\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trees", "--replay", "none"], "none: no such file"),
        (["trees", "--atheris", "corpus"], "--atheris: it is not installed; pip install atheris, or give --runs"),
    ],
)
def test_one_clear_line(script, capsys, monkeypatch, arguments, said):
    monkeypatch.setitem(sys.modules, "atheris", None)
    with pytest.raises(SystemExit) as ended:
        script(*arguments)
    assert ended.value.code in (1, 2)
    assert capsys.readouterr().err.startswith(f"rightmost: {said}")
