"""A run that is really killed, at moments nobody chose, and resumed."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

from training.runs import process_arguments, weights_of, write_run

SETTINGS = ["--set", "epochs=6", "--set", "checkpoint_every=2", "--set", "log_every=1"]


def start(*arguments: object) -> subprocess.Popen[bytes]:
    command, environment = process_arguments(*arguments, *SETTINGS)
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def kill_when(process: subprocess.Popen[bytes], metrics: Path, *, lines: int) -> None:
    """Sends SIGKILL once the metrics have so many lines."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if metrics.exists() and metrics.read_bytes().count(b"\n") >= lines:
            break
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL, "the run was over before it could be killed"


def test_killed_and_resumed_gives_the_same_bits(tmp_path):
    config = write_run(tmp_path)
    text = config.read_text()
    train = f'"{(tmp_path / "train.txt").as_posix()}"'
    config.write_text(text.replace(f"train = {train}", f"train = {{ path = {train}, prefixes = 0.5 }}"))
    whole = start(config, "--output", tmp_path / "whole")
    for lines in (4, 13):
        kill_when(start(config, "--resume"), tmp_path / "run" / "metrics.jsonl", lines=lines)
    resumed = start(config, "--resume")
    outputs = [process.communicate(timeout=60) for process in (whole, resumed)]
    assert (whole.returncode, resumed.returncode) == (0, 0), outputs
    assert outputs[0][0] == outputs[1][0]  # the table of scores
    assert b"resuming from " in outputs[1][1]
    for name in ("best", "last", "checkpoints/step-000000030"):
        assert weights_of(tmp_path / "run" / name) == weights_of(tmp_path / "whole" / name) != {}
