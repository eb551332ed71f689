from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from rightmost.evaluation.t_test import mean_and_error
from rightmost.training.config_file import tomllib
from rightmost.training.data.treebank import Treebanks
from rightmost.training.distributed import Team
from rightmost.training.record.development import Figures
from rightmost.training.record.events import log_event
from rightmost.training.record.result import Result
from rightmost.training.run.experiment import run_seeds, table
from rightmost.training.run.run import experiment
from rightmost.training.training_config import TrainingConfig
from training.runs import CONFIG


def figures(f1):
    return Figures(exact_match=f1 - 40, f1=f1, precision=f1 + 1, recall=f1 - 1, tagging_accuracy=97.0)


def result(seed, f1, *, test=True):
    return Result(seed, 3, 10.0, {"a": figures(f1), "b": figures(f1 + 2)}, {"t": figures(f1)} if test else {})


def test_the_table_is_the_papers():
    results = [result(1, 95.0), result(2, 96.0), result(3, 97.0)]
    assert table(results).splitlines() == [
        "| | EM | F1 | LP | LR |",
        "|---|---|---|---|---|",
        "| dev | 57.00 ± 0.58 | 97.00 ± 0.58 | 98.00 ± 0.58 | 96.00 ± 0.58 |",
        "| test | 56.00 ± 0.58 | 96.00 ± 0.58 | 97.00 ± 0.58 | 95.00 ± 0.58 |",
    ]
    assert len(table([result(1, 95.0, test=False)]).splitlines()) == 3


def test_standard_error_of_the_mean():
    assert mean_and_error([5.0]) == (5.0, None)
    assert mean_and_error([1.0, 3.0]) == pytest.approx((2.0, 1.0))


def test_each_seed_has_its_folder(tmp_path, monkeypatch):
    runs = []

    def run(config, treebanks, *, team, listener, resume):
        runs.append((config.seed, Path(config.output).name, resume))
        return result(config.seed, 90.0 + config.seed)

    monkeypatch.setattr(experiment, "run", run)
    config = TrainingConfig.model_validate(tomllib.loads(CONFIG)).with_changes(seed=4, output=str(tmp_path))
    team = Team(0, 1, torch.device("cpu"))
    banks = Treebanks((), (), ())
    results = run_seeds(config, banks, seeds=3, team=team, listener=log_event, resume=True)
    assert runs == [(4, "seed-4", True), (5, "seed-5", True), (6, "seed-6", True)]
    written = json.loads((tmp_path / "results.json").read_text())
    assert written["mean"]["test"]["f1"] == pytest.approx(95.0)
    assert written["standard_error"]["test"]["f1"] == pytest.approx(3**-0.5)
    assert [one["seed"] for one in written["runs"]] == [4, 5, 6]
    assert (tmp_path / "results.md").read_text() == table(results) + "\n"
