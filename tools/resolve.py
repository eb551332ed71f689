"""Can the pins of constraints.txt be installed from the package index alone, by every Python that pyproject.toml names?

    python tools/resolve.py

For each Python, uv works out what pip would install: the package, its extras and all that they need. Only metadata is
fetched, a few megabytes. Settings of this machine do not count, since they may name local files.

Exit 0: yes; or the index cannot be reached, and a line says so. Exit 1: some pins contradict what the index serves, or
a package has no pin. What belongs to torch's own CUDA build needs none: torch decides on it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from rightmost.errors import RightmostError
from rightmost.outcome import run

ROOT = Path(__file__).parents[1]
PINS = ROOT / "constraints.txt"
TORCHS_OWN = re.compile(r"(?:cuda|nvidia)-.*|triton")
_UNREACHABLE = ("Failed to fetch", "error sending request", "Request failed")


class Unreachable(RightmostError):
    """The package index does not answer."""


def main() -> None:
    """Prints a line for each Python; raises at the first whose pins do not hold."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = package_names(PINS.read_text(encoding="utf-8").splitlines())
    for version in pythons(project["classifiers"]):
        try:
            resolved = resolution(version, extras=project["optional-dependencies"])
        except Unreachable as error:
            print(f"resolve: no package index can be reached; the pins are not checked ({error})", file=sys.stderr)
            return
        loose = sorted(name for name in resolved - pinned if not TORCHS_OWN.fullmatch(name))
        if loose:
            raise RightmostError(f"{PINS.name}: Python {version} needs {', '.join(loose)} too; pin each there")
        print(f"Python {version}: {len(resolved)} packages, all as pinned")


def pythons(classifiers: Iterable[str]) -> list[str]:
    """The versions of Python that a project names.

    >>> pythons(["Programming Language :: Python :: 3 :: Only", "Programming Language :: Python :: 3.13"])
    ['3.13']
    """
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in classifiers)
    return [match[1] for match in found if match]


def package_names(lines: Iterable[str]) -> set[str]:
    """The packages that `name==version` lines are about, each in its one normal spelling.

    >>> package_names(["# a note", "Typing_Extensions==4.16.0"])
    {'typing-extensions'}
    """
    return {re.sub(r"[-_.]+", "-", line.partition("==")[0]).strip().lower() for line in lines if "==" in line}


def resolution(version: str, *, extras: Iterable[str], pins: Path = PINS) -> set[str]:
    """The packages that this Python would install, by the pins."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--no-config", "--quiet", "--no-header", "--no-annotate"]
    command += ["--python-version", version, "--constraints", str(pins), str(ROOT / "pyproject.toml")]
    command += [f"--extra={extra}" for extra in extras]
    told = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "UV_"))}
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return package_names(done.stdout.splitlines())
    if any(sign in done.stderr for sign in _UNREACHABLE):
        raise Unreachable(done.stderr.strip().splitlines()[0])
    raise RightmostError(f"{pins.name}: Python {version} cannot install these pins:\n{done.stderr.strip()}")


if __name__ == "__main__":
    run(main)
