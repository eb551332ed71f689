"""A run that is really killed, at moments nobody chose, and resumed."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from training.runs import process_arguments, weights_of, write_run

SETTINGS = ["--set", "epochs=6", "--set", "checkpoint_every=2", "--set", "log_every=1"]


def start(*arguments: object) -> subprocess.Popen[bytes]:
    command, environment = process_arguments(*arguments, *SETTINGS)
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def kill_when(process: subprocess.Popen[bytes], metrics: Path, *, lines: int) -> None:
    """Sends SIGKILL once the metrics have so many lines."""
    deadline = time.monotonic() + 300
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
    outputs = [process.communicate(timeout=300) for process in (whole, resumed)]
    assert (whole.returncode, resumed.returncode) == (0, 0), outputs
    assert outputs[0][0] == outputs[1][0]  # the table of scores
    assert b"resuming from " in outputs[1][1]
    for name in ("best", "last"):
        assert weights_of(tmp_path / "run" / name) == weights_of(tmp_path / "whole" / name) != {}


def test_two_runs_in_a_folder_and_ctrl_c(tmp_path):
    config = write_run(tmp_path)
    metrics = tmp_path / "run" / "metrics.jsonl"
    first = start(config, "--set", "epochs=5000")
    deadline = time.monotonic() + 300
    while not metrics.exists() and first.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    second = start(config, "--resume")
    out, err = second.communicate(timeout=300)
    assert (second.returncode, out) == (1, b"")
    owner = f"process {first.pid} on machine {socket.gethostname()}"
    expected = f"rightmost: {tmp_path / 'run'}: {owner} is writing it; wait until it ends, or name another folder\n"
    assert err.decode() == expected
    first.send_signal(signal.SIGINT)
    out, err = first.communicate(timeout=300)
    assert (first.returncode, out) == (130, b"")
    assert err.decode().splitlines()[-1] == "rightmost: interrupted; go on with --resume"
    assert b"Traceback" not in err
    assert not list((tmp_path / "run").glob(".*"))


@pytest.mark.parametrize(("streams", "code"), [("2>&- <&-", 0), (">&-", 1)])
def test_a_run_whose_standard_streams_are_closed(tmp_path, streams, code):
    command, environment = process_arguments(write_run(tmp_path), "--set", "epochs=1")
    shell = ["bash", "-c", f"{shlex.join(command)} {streams}"]
    done = subprocess.run(shell, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == code
    assert (tmp_path / "run" / "result.json").exists() == (code == 0)
    assert ("| dev |" in done.stdout) == (code == 0)
    closed = "rightmost: standard output is closed; there is nowhere to write to\n"
    assert done.stderr == ("" if code == 0 else closed)
