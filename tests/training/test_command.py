"""What both commands call: a config's run, or several, and its table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rightmost.errors import BadUsage, Interrupted
from rightmost.training.command import train
from rightmost.training.record.events import Evaluated, Event
from training.runs import ran, rows


def test_several_seeds(config: Path, tmp_path: Path) -> None:
    table = ran(config, "epochs=1", seeds=2)
    assert " ± " in table
    assert (tmp_path / "run" / "results.md").read_text() == table + "\n"
    assert {path.name for path in (tmp_path / "run").glob("seed-*")} == {"seed-1", "seed-2"}
    assert ran(config, "epochs=1", seeds=2, resume=True) == table


@pytest.mark.parametrize("seeds", [0, -1])
def test_no_seeds(config: Path, tmp_path: Path, seeds: int) -> None:
    with pytest.raises(BadUsage) as caught:
        ran(config, seeds=seeds)
    assert str(caught.value) == f"--seeds {seeds}: at least 1 is needed"
    assert not (tmp_path / "run").exists()


def test_options_stand_above_settings_and_settings_above_the_file(config: Path, tmp_path: Path) -> None:
    ran(config, "epochs=1")
    start, output = tmp_path / "run" / "best", tmp_path / "there"
    ran(config, "epochs=1", "seed=5", f"output={tmp_path / 'x'}", start_from=str(start), output=str(output))
    assert not (tmp_path / "x").exists()
    origin = json.loads((output / "best" / "config.json").read_text())["about"]["training"]["settings"]
    assert (origin["start_from"], origin["seed"], origin["epochs"]) == (str(start), 5, 1)


def test_a_run_from_a_model_records_what_it_asked_for_alone(config: Path, tmp_path: Path) -> None:
    ran(config, "epochs=1")
    head, _, others = config.read_text(encoding="utf-8").partition("[model]")
    config.write_text(f"{head}[model]\npiece_dropout = 0.1\n\n{others[others.index('[') :]}", encoding="utf-8")
    ran(config, "epochs=1", start_from=str(tmp_path / "run" / "best"), output=str(tmp_path / "tuned"))
    about = json.loads((tmp_path / "tuned" / "best" / "config.json").read_text(encoding="utf-8"))["about"]
    assert about["training"]["settings"]["model"] == {"piece_dropout": 0.1}


@pytest.mark.parametrize("seeds", [None, 2])
def test_interrupted(config: Path, seeds: int | None) -> None:
    def interrupt(event: Event) -> None:
        if isinstance(event, Evaluated):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        train(str(config), seeds=seeds, listener=interrupt)
    assert str(caught.value) == "interrupted; go on with --resume"
    events: list[Event] = []
    ran(config, seeds=seeds, resume=True, events=events)
    assert isinstance(events[-1], Evaluated)


def test_without_a_listener_a_run_is_logged(config: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    train(str(config), settings=["epochs=1"])
    assert "20 of 20 sentences prepared" in caplog.messages
    assert any(message.startswith("epoch 1/1: dev F1 ") for message in caplog.messages)
    assert rows(tmp_path / "run")[-1]["step"] == 5
