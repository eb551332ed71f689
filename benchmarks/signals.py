"""How many signals are lost: each is sent to `rightmost parse` at a random moment between its start and its end.

Run as `python benchmarks/signals.py --count 300`. A signal is lost if the command goes on as if it had not come. After
an early SIGINT Python itself prints a traceback: no package can prevent that before its own first line runs. `--source`
names another checkout's `src`, to compare with.
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
EARLY = 0.05  # seconds from the start


@dataclass(frozen=True)
class Shot:
    """A signal that was sent, and what came of it."""

    name: str
    after: float  # seconds from the start
    outcome: str
    is_traceback: bool
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
    for shot in shots:
        if shot.outcome in ("lost", "error") or (shot.is_traceback and shot.after >= EARLY):
            print(f"  {shot.name} after {shot.after:.3f} s: {shot.outcome}, traceback: {shot.is_traceback}")


def _print_row(name: str, shots: list[Shot]) -> None:
    if not shots:
        return
    outcomes = Counter(shot.outcome for shot in shots)
    early = [shot for shot in shots if shot.after < EARLY]
    print(
        f"{name}: {len(shots)} sent, {outcomes['ended']} ended it, {outcomes['over']} came when it was over, "
        f"{outcomes['lost']} lost, {outcomes['error']} became an error; "
        f"tracebacks: {sum(shot.is_traceback for shot in shots)}, in the first {1000 * EARLY:.0f} ms "
        f"{sum(shot.is_traceback for shot in early)} of {len(early)}; files left: {sum(shot.left for shot in shots)}"
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
        if process.returncode in (-number, 128 + number):
            outcome = "ended"
        elif not alive:
            outcome = "over"
        else:
            outcome = "lost" if process.returncode == 0 else "error"
        left = [path for path in Path(folder).iterdir() if path.name != "out.txt"]
        return Shot(name, after, outcome, b"Traceback" in err, len(left))


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
