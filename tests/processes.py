"""Small programs in processes of their own, and what became of them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

PATIENCE = 300  # seconds: the machine may be busy


@dataclass(frozen=True)
class Ended:
    """A program that is over."""

    code: int
    out: str
    err: str


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    """The program, running, with pipes to all its streams."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def ended(process: subprocess.Popen[str]) -> Ended:
    """What became of it."""
    out, err = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, err)


def run(program: str, *arguments: object) -> Ended:
    """What becomes of the program."""
    return ended(started(program, *arguments))
