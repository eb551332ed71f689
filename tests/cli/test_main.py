"""`rightmost` itself, without a command."""

from __future__ import annotations

import os
import subprocess
import sys

import rightmost
from command_line import run

PROGRAM = [sys.executable, "-m", "rightmost"]


def test_the_version():
    assert run("--version") == (0, f"rightmost {rightmost.__version__}\n", "")


def test_as_a_module():
    ran = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"rightmost {rightmost.__version__}\n"


def test_standard_output_is_closed():
    ran = subprocess.run([*PROGRAM, "models"], stderr=subprocess.PIPE, text=True, preexec_fn=_close_standard_output)
    assert ran.returncode == 1
    assert ran.stderr == "rightmost: standard output is closed; there is nowhere to write to\n"


def _close_standard_output() -> None:
    os.close(1)


def test_what_is_imported_late_is_listed():
    assert {"load", "Parser"} <= set(dir(rightmost))
