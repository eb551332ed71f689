"""From the start of a process to its first tree; what loading takes of it, with its imports; and the most memory.

    python benchmarks/start.py MODEL [--repeats 7]

Every figure is of fresh processes, one after the other; MODEL is a name or a folder. A first run, which warms the
disk's cache, is not counted. The lines: `rightmost.load(MODEL).parse(TEXT)` in Python, and `rightmost parse TEXT`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

TEXT = "Arthur is King of the Britons"
LIBRARY = """
import sys, time
start = time.time()
import rightmost
parser = rightmost.load(sys.argv[1], device="cpu")
loaded = time.time() - start
parser.parse(sys.argv[2])
print(loaded, flush=True)
"""
COMMAND = "from rightmost.__main__ import main; main()"


@dataclass(frozen=True)
class Start:
    """One fresh process."""

    first_tree: float  # seconds after the process began
    load: float | None  # of them, `import rightmost` and `rightmost.load`
    megabytes: float  # resident, at most


def measured(arguments: Sequence[str], *, says_load: bool) -> Start:
    """What happened in a new Python with these arguments. It must print a line once it has its first tree."""
    begin = time.time()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    first_tree = time.time() - begin
    process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not line:
        raise SystemExit(f"the process failed with exit code {process.returncode}")
    return Start(first_tree, float(line) if says_load else None, usage.ru_maxrss * 1024 / 1e6)


def show(name: str, starts: Sequence[Start]) -> None:
    """Prints the least and the median of each figure."""

    def both(values: Sequence[float], digits: int) -> str:
        return f"{min(values):.{digits}f} (median {statistics.median(values):.{digits}f})"

    parts = [f"first tree {both([start.first_tree for start in starts], 2)} s"]
    loads = [start.load for start in starts if start.load is not None]
    if loads:
        parts.append(f"load with its imports {both(loads, 2)} s")
    parts.append(f"{both([start.megabytes for start in starts], 0)} MB resident")
    print(f"{name}: {', '.join(parts)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    library = ["-c", LIBRARY, arguments.model, TEXT]
    command = ["-c", COMMAND, "parse", TEXT, "--model", arguments.model, "--device", "cpu"]
    print(f"{os.cpu_count()} cores, {arguments.repeats} processes each, load average {os.getloadavg()[0]:.1f}")
    for name, given, says_load in (("library", library, True), ("command", command, False)):
        measured(given, says_load=says_load)  # warms the disk's cache
        show(name, [measured(given, says_load=says_load) for _ in range(arguments.repeats)])


if __name__ == "__main__":
    main()
