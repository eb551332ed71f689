"""Two processes under torchrun, and what they must have in common with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
import torch
from safetensors.torch import load_file

from rightmost.errors import RightmostError
from rightmost.training.distributed import Team, assembled
from training.runs import CONFIG, process_arguments, write_run

#: No dropout, since processes draw their own. Steps of 3, 3, 3, 3 and then 1 sentence: fewer than there are processes.
PLAIN = CONFIG.replace("word_dropout = 0.2\nrelu_dropout = 0.1\n", "").replace("sentences = 4", "sentences = 3")
WEIGHTS = "checkpoints/step-000000010/weights.safetensors"


def rows(folder):
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def torchrun(*arguments, processes=2):
    command, environment = process_arguments(*arguments)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    return subprocess.run(launcher + command[1:], env=environment, capture_output=True, text=True, timeout=120)


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


def test_alone(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    with assembled("cpu") as team:
        assert team == Team(0, 1, torch.device("cpu"))
        assert team.leads
        assert team.gathered("x") == ["x"]
        assert team.summed(torch.tensor(2.0)).item() == 2.0
        team.wait()
    assert not torch.distributed.is_initialized()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is one")
def test_no_gpu_here():
    with assembled("auto") as team:
        assert team.device == torch.device("cpu")
    with pytest.raises(RightmostError, match="device: cuda is not to be had here"), assembled("cuda"):
        pass
    assert "RANK" not in os.environ
