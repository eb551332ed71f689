"""`rightmost` itself, without a command."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
import typer

import rightmost
from command_line import run
from rightmost.cli import main

PROGRAM = [sys.executable, "-m", "rightmost"]


def test_the_version():
    assert run("--version") == (0, f"rightmost {rightmost.__version__}\n", "")


def test_as_a_module():
    ran = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"rightmost {rightmost.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["evaluate", "--nothing"], r"No such option: --nothing.*; see rightmost evaluate --help"),
        (["evaluate"], r"Missing argument '?GOLD'?; see rightmost evaluate --help"),
        (["parse", "--beam"], r"Option '--beam' requires an argument; see rightmost parse --help"),
        (["sing"], r"No such command 'sing'; see rightmost --help"),
        (["parse", "--beam", "x", "Go"], r"Invalid value for '--beam': .*; see rightmost parse --help"),
    ],
)
def test_wrong_arguments_get_one_line(arguments, said):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert re.fullmatch(f"rightmost: {said}\n", err)


def test_without_a_command_the_help_is_shown():
    code, out, err = run()
    assert (code, err) == (2, "")
    assert all(command in out for command in main.COMMANDS)


def test_ctrl_c_as_older_versions_of_typer_have_it(monkeypatch):
    def aborted(**_: object) -> None:
        raise typer.Abort

    monkeypatch.setattr(main, "app", aborted)
    assert run("models") == (130, "", "rightmost: interrupted\n")


def test_standard_output_is_closed():
    ran = subprocess.run([*PROGRAM, "models"], stderr=subprocess.PIPE, text=True, preexec_fn=_close_standard_output)
    assert ran.returncode == 1
    assert ran.stderr == "rightmost: standard output is closed; there is nowhere to write to\n"


def _close_standard_output() -> None:
    os.close(1)


def test_what_is_imported_late_is_listed():
    assert {"load", "Parser"} <= set(dir(rightmost))


@pytest.mark.parametrize("arguments", [[], ["parse"], ["evaluate"], ["models"]])
def test_help_by_one_letter(arguments):
    code, out, err = run(*arguments, "-h")
    assert (code, err) == (0, "")
    assert out == run(*arguments, "--help")[1]


def test_completion_in_a_shell():
    environment = os.environ | {
        "_RIGHTMOST_COMPLETE": "complete_bash", "COMP_WORDS": "rightmost pars", "COMP_CWORD": "1"
    }  # fmt: skip
    done = subprocess.run(PROGRAM, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["parse"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "a", "b", "c", "--resamples"],
        ["compare", "a", "b", "c", "--seed"],
        ["errors", "a", "b", "--examples"],
        ["draw", "a", "--width"],
        ["train", "a", "--seeds"],
        ["evaluate", "a", "--model", "en", "--beam"],
        ["prepare", "brackets", "a", "b", "--seed"],
    ],
)
@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000, "-" + "9" * 5000, "1e9", "0x10", "\u0661\u0662 x"])
def test_numbers_that_are_none_or_too_large(arguments, number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments, number)
    assert (code in {1, 2}, out, err.count("\n")) == (True, "", 1)
    assert len(err) < 300
