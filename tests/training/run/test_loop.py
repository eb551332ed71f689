"""The loop: when it looks, writes and stops, and which weights it keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from rightmost.modelfile.folder import load_model
from rightmost.training.record.events import Evaluated, Event, Stepped
from training.runs import ran, rows, weights_of

STILL = "optimiser.learning_rate=1e-30"  # nothing is learnt, so that no epoch is better than the first


def of_kind(kind: str, folder: Path) -> list[dict[str, object]]:
    return [row for row in rows(folder) if row["kind"] == kind]


def test_training_learns(config: Path, tmp_path: Path) -> None:
    train = f"data.train={{path='{tmp_path.as_posix()}/train.txt', weight=12.5}}"
    table = ran(config, train, "optimiser.learning_rate=1e-2", "checkpoint_every=1000", "model.word_dropout=0.0")
    assert float(table.splitlines()[2].split("|")[3]) > 90


def test_lines_and_checkpoints_come_as_often_as_they_should(config: Path, tmp_path: Path) -> None:
    """Two epochs of five steps: a line at every second one, at each checkpoint and at the end of an epoch."""
    events: list[Event] = []
    ran(config, "log_every=2", "checkpoint_every=3", events=events)
    assert [row["step"] for row in of_kind("step", tmp_path / "run")] == [2, 3, 4, 5, 6, 8, 9, 10]
    stepped = [(event.epoch, event.step) for event in events if isinstance(event, Stepped)]
    assert stepped == [(1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 3), (2, 4), (2, 5)]
    assert {event.steps for event in events if isinstance(event, Stepped)} == {5}
    kept = sorted(path.name for path in (tmp_path / "run" / "checkpoints").iterdir())
    assert kept == ["step-000000009", "step-000000010"]


def test_figures_are_taken_every_so_often_and_at_the_end(config: Path, tmp_path: Path) -> None:
    events: list[Event] = []
    ran(config, "epochs=5", "evaluate_every=2", STILL, events=events)
    assert [event.epoch for event in events if isinstance(event, Evaluated)] == [2, 4, 5]
    assert ["f1" in row for row in of_kind("epoch", tmp_path / "run")] == [False, True, False, True, True]


def test_the_best_model_is_the_first_of_the_highest_f1(config: Path, tmp_path: Path) -> None:
    events: list[Event] = []
    ran(config, "epochs=3", STILL, events=events)
    assert [event.best for event in events if isinstance(event, Evaluated)] == [True, False, False]
    epochs = {
        name: json.loads((tmp_path / "run" / name / "config.json").read_text())["about"]["epoch"]
        for name in ("best", "last")
    }
    assert epochs == {"best": 1, "last": 3}
    assert json.loads((tmp_path / "run" / "result.json").read_text())["best_epoch"] == 1


def test_the_learning_rate_comes_down_where_nothing_gets_better(config: Path, tmp_path: Path) -> None:
    """Patience is counted in epochs, whether or not their figures were taken."""
    settings = ["optimiser.schedule=plateau", "optimiser.patience=2", "optimiser.factor=0.5"]
    ran(config, "epochs=4", STILL, *settings)
    shares = [row["learning_rate_share"] for row in of_kind("epoch", tmp_path / "run")]
    assert shares == [1.0, 1.0, 0.5, 0.5]
    rates = {row["epoch"]: row["learning_rate"] for row in of_kind("step", tmp_path / "run")}
    assert rates == {1: 1e-30, 2: 1e-30, 3: 1e-30, 4: 5e-31}
    ran(config, "epochs=4", STILL, *settings, "evaluate_every=2", output=str(tmp_path / "seldom"))
    shares = [row["learning_rate_share"] for row in of_kind("epoch", tmp_path / "seldom")]
    assert shares == [1.0, 1.0, 1.0, 0.5]


def test_a_run_that_ends_by_the_clock(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 10**9, 6))  # each look at the clock takes six seconds
    monkeypatch.setattr("rightmost.training.run.loop.perf_counter", lambda: float(next(now)))
    settings = ["minutes=3.0", "epochs=1000", "evaluate_every=1000", "optimiser.schedule=linear"]
    table = ran(config, *settings, "log_every=1")
    assert table.splitlines()[2].startswith("| dev | ")
    rates = [row["learning_rate"] for row in rows(tmp_path / "run") if row["kind"] == "step"]
    assert 3 < len(rates) < 30
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.2 * rates[0]
    (last,) = [row for row in of_kind("epoch", tmp_path / "run") if "f1" in row]
    assert last["step"] == len(rates)
    assert ran(config, *settings, resume=True) == table


def test_a_minute_too_few_still_takes_a_step(config: Path, tmp_path: Path) -> None:
    ran(config, "minutes=1e-9")
    assert rows(tmp_path / "run")[-1]["step"] == 1
    assert weights_of(tmp_path / "run" / "best")


def test_the_moving_average_is_what_is_saved(config: Path, tmp_path: Path) -> None:
    ran(config, "ema=0.9")
    checkpoint = tmp_path / "run" / "checkpoints" / "step-000000010"
    average = load_file(checkpoint / "average.safetensors")
    weights = load_file(checkpoint / "weights.safetensors")
    saved = load_model(tmp_path / "run" / "last").state_dict()
    assert all(torch.equal(saved[name], value) for name, value in average.items())
    assert any(not torch.equal(weights[name], value) for name, value in average.items())
