"""Two processes under torchrun, and what they must have in common with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest
import torch
from safetensors.torch import load_file

from rightmost.errors import RightmostError
from rightmost.training.distributed import Team, assembled
from training.runs import CONFIG, TREES, process_arguments, rows, weights_of, write_corpus, write_run

#: No dropout, since processes draw their own. Steps of 3, 3, 3, 3 and then 1 sentence: fewer than there are processes.
PLAIN = CONFIG.replace("word_dropout = 0.2\nrelu_dropout = 0.1\n", "").replace("sentences = 4", "sentences = 3")
WEIGHTS = "last/weights-1-of-1.safetensors"


def torchrun_arguments(*arguments, processes=2):
    command, environment = process_arguments(*arguments)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    return launcher + command[1:], environment


def torchrun(*arguments, processes=2):
    command, environment = torchrun_arguments(*arguments, processes=processes)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def test_two_processes_do_what_one_does(tmp_path):
    config = write_run(tmp_path, PLAIN.replace("{folder}/train.txt", "{folder}/odd.txt"))
    lines = (tmp_path / "train.txt").read_text().splitlines(keepends=True)
    (tmp_path / "odd.txt").write_text("".join(lines[:13]))
    command, environment = process_arguments(config, "--output", tmp_path / "one")
    one = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    two = torchrun(config, "--output", tmp_path / "two")
    assert (one.returncode, two.returncode) == (0, 0), one.stderr + two.stderr
    assert one.stdout == two.stdout
    alone, together = (load_file(tmp_path / name / WEIGHTS) for name in ("one", "two"))
    for name, weight in alone.items():
        torch.testing.assert_close(together[name], weight, rtol=1e-3, atol=1e-4)
    for mine, theirs in zip(rows(tmp_path / "one"), rows(tmp_path / "two"), strict=True):
        assert mine.keys() == theirs.keys()
        for key in mine.keys() - {"files", "seconds", "words_per_second"}:
            assert theirs[key] == (pytest.approx(mine[key], rel=1e-3) if isinstance(mine[key], float) else mine[key])


def trained(folder, *arguments, processes=2):
    done = torchrun(folder / "config.toml", *arguments, processes=processes)
    assert done.returncode == 0, done.stderr
    return done


def test_processes_apart_go_on_from_the_mean_of_their_weights(tmp_path):
    """One step of two processes, each over its own sentences, is the mean of one step of each by itself."""
    untagged = PLAIN.replace("gcn_layers = 2", "gcn_layers = 2\ntag_head = false")  # tags stand in order of frequency
    write_run(tmp_path, untagged.replace("epochs = 2", "epochs = 1").replace("sentences = 3", "sentences = 100"))
    halves = [(*TREES, *[TREES[place]] * 3) for place in (1, 5)]  # all labels in both
    write_corpus(tmp_path / "train.txt", [tree for pair in zip(*halves) for tree in pair])
    trained(tmp_path, "--output", tmp_path / "both", "--set", "average_every=1")
    steps = []
    for name, half in zip("ab", halves):
        write_corpus(tmp_path / "train.txt", half)
        trained(tmp_path, "--output", tmp_path / name, processes=1)
        steps.append(load_file(tmp_path / name / WEIGHTS))
    both = load_file(tmp_path / "both" / WEIGHTS)
    assert any(not torch.equal(steps[0][name], steps[1][name]) for name in both)
    means = {name: (steps[0][name] + steps[1][name]) / 2 for name in both}
    close = torch.cat([torch.isclose(weight, means[name], atol=1e-6).flatten() for name, weight in both.items()])
    assert close.float().mean() > 0.99  # a first step is as long for a gradient that is nothing but rounding


def test_processes_apart_resume_to_the_bit(tmp_path):
    write_run(tmp_path)
    settings = ("--set", "average_every=2", "--set", "ema=0.9", "--set", "epochs=6")
    trained(tmp_path, "--output", tmp_path / "whole", *settings)
    ended_at_a_checkpoint(tmp_path, "--output", tmp_path / "broken", *settings)
    resumed = trained(tmp_path, "--output", tmp_path / "broken", "--resume", *settings)
    assert "resuming from " in resumed.stderr
    for name in ("best", "last"):
        assert weights_of(tmp_path / "broken" / name) == weights_of(tmp_path / "whole" / name) != {}


def ended_at_a_checkpoint(folder, *arguments):
    """Tells both processes to end once there is a checkpoint, with steps still to come."""
    command, environment = torchrun_arguments(folder / "config.toml", *arguments)
    started = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list(folder.glob("broken/checkpoints/step-*")) and time.monotonic() < deadline:
        time.sleep(0.001)
    started.terminate()  # which the launcher passes on
    started.wait(timeout=60)
    assert not (folder / "broken/result.json").exists(), "the run was over before it could be told to end"


def test_processes_keep_to_one_clock(tmp_path):
    write_run(tmp_path)
    trained(tmp_path, "--set", "minutes=0.05", "--set", "epochs=100000", "--set", "evaluate_every=100000")
    assert json.loads((tmp_path / "run/result.json").read_text())["seconds"] >= 3.0


def test_alone(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    with assembled("cpu") as team:
        assert team == Team(0, 1, torch.device("cpu"))
        assert team.leads
        assert team.gathered("x") == ["x"]
        assert team.summed(torch.tensor(2.0)).item() == 2.0
        team.wait()
    assert not torch.distributed.is_initialized()


def test_no_gpu_here():
    with assembled("auto") as team:
        assert team.device == torch.device("cpu")
    with pytest.raises(RightmostError, match="device: cuda is not to be had here"), assembled("cuda"):
        pass
    assert "RANK" not in os.environ
