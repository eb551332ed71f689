"""How many signals are lost: each is sent to `rightmost parse` at a random moment between its start and its end.

Run as `python benchmarks/signals.py --count 300`. A signal is lost if the command ends as if it had not come. What
comes while Python itself starts, before a line of Rightmost is run, is counted apart: Ctrl-C then makes Python print a
traceback of its own. `--source` names another checkout's `src`, to compare with.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from rightmost.outcome import run

TEXT = "Arthur is King of the Britons"
NAMES = ("SIGTERM", "SIGINT", "SIGHUP")


@dataclass(frozen=True)
class Shot:
    """A signal that was sent, and what came of it."""

    name: str
    after: float  # seconds from the start
    outcome: str
    left: int  # files


def main() -> None:
    """Sends them all, and prints a row for each signal."""
    given = _parser().parse_args()
    environment = dict(os.environ)
    if given.source:
        environment["PYTHONPATH"] = given.source
    chance = random.Random(given.seed)
    longest = given.within or max(_seconds(environment) for _ in range(3))
    print(f"a run takes up to {longest:.2f} s; {given.count} signals at random moments of the first {longest:.2f} s")
    shots = []
    for number in range(given.count):
        name = given.signal or NAMES[number % len(NAMES)]
        shots.append(_shot(name, chance.uniform(0, longest), environment))
    for name in NAMES:
        _print_row(name, [shot for shot in shots if shot.name == name])


def _print_row(name: str, shots: list[Shot]) -> None:
    if not shots:
        return
    outcomes = Counter(shot.outcome for shot in shots)
    print(
        f"{name}: {len(shots)} sent, {outcomes['ended']} ended it, {outcomes['traceback']} with a traceback, "
        f"{outcomes['error']} as an error, {outcomes['lost']} lost; "
        f"{outcomes['python']} came while Python started, {outcomes['over']} when it was over; "
        f"files left: {sum(shot.left for shot in shots)}"
    )


def _started(folder: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "rightmost", "parse", TEXT, "--output", f"{folder}/out.txt"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _seconds(environment: dict[str, str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        _started(folder, environment).communicate()
        return time.perf_counter() - start


def _shot(name: str, after: float, environment: dict[str, str]) -> Shot:
    number = getattr(signal, name)
    with tempfile.TemporaryDirectory() as folder:
        process = _started(folder, environment)
        time.sleep(after)
        alive = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        if alive:
            process.send_signal(number)
        _, err = process.communicate()
        outcome = _outcome(process.returncode, err, number=number, is_over=not alive)
        left = [path for path in Path(folder).iterdir() if path.name != "out.txt"]
        return Shot(name, after, outcome, len(left))


def _outcome(code: int, err: bytes, *, number: int, is_over: bool) -> str:
    if b"Traceback" in err and b"/rightmost/" not in err:
        return "python"
    if code in (-number, 128 + number):
        return "traceback" if b"Traceback" in err else "ended"
    if is_over:
        return "over"
    return "lost" if code == 0 else "error"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Count the signals that a command loses.")
    parser.add_argument("--count", type=int, default=300, help="signals to send")
    parser.add_argument("--signal", choices=NAMES, help="this one alone, not each in turn")
    parser.add_argument("--within", type=float, help="seconds from the start; a whole run's, unless given")
    parser.add_argument("--source", help="another checkout's src")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    return parser


if __name__ == "__main__":
    run(main)
