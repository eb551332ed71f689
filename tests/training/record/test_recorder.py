"""What a run leaves in its folder, and that one process alone writes it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import torch

from rightmost.errors import UnreadableFile
from rightmost.modelfile.folder import load_model
from rightmost.training.record.development import Figures
from rightmost.training.record.ledger import Interval
from rightmost.training.record.recorder import BEST, LAST, Recorder
from rightmost.training.record.result import Result
from rightmost.training.record.standing import Standing
from rightmost.training.run.schedule import Plateau
from training.runs import rows, tiny_network

ORIGIN = {"settings": {"seed": 1}, "data": {"dev.txt": "c0ffee"}}
STANDING = Standing(epoch=2, index=3, step=13, seconds=4.56789, plateau=Plateau(0.5, 90.0, 1))
FIGURES = {"a.txt": Figures(50.0, 90.0, 91.0, 89.0, 97.0), "b.txt": Figures(60.0, 92.0, 93.0, 91.0, 99.0)}
INTERVAL = Interval(
    steps=2,
    words=40,
    learning_rate=1e-3,
    losses={"target": 1.0, "parent": 0.5, "new": 0.25, "tag": 0.125},
    gradient_norm=3.0,
)


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    made = Recorder(tmp_path / "run", writes=True, origin=ORIGIN)
    made.begin(metrics_bytes=0)
    return made


def test_a_line_for_some_steps(recorder: Recorder) -> None:
    recorder.steps(INTERVAL, STANDING, words_per_second=12345.678)
    assert rows(recorder.folder) == [
        {
            **{"kind": "step", "epoch": 3, "step": 13, "loss": 1.875},
            **INTERVAL.losses,
            **{"gradient_norm": 3.0, "learning_rate": 1e-3, "words_per_second": 12345.7},
        }
    ]


def test_a_line_for_an_epoch_with_figures_and_without(recorder: Recorder) -> None:
    recorder.epoch(STANDING, {}, best=False)
    recorder.epoch(STANDING, FIGURES, best=True)
    plain = {"kind": "epoch", "epoch": 2, "step": 13, "seconds": 4.568, "learning_rate_share": 0.5}
    assert rows(recorder.folder) == [
        plain,
        {
            **plain,
            **asdict(Figures(55.0, 91.0, 92.0, 90.0, 98.0)),
            **{"best": True, "files": {path: asdict(figures) for path, figures in FIGURES.items()}},
        },
    ]


def test_the_curve_is_drawn_anew_after_an_epoch(recorder: Recorder) -> None:
    pytest.importorskip("matplotlib")
    recorder.epoch(STANDING, FIGURES, best=True)
    assert (recorder.folder / "learning-curve.png").exists()


def test_a_model_says_what_it_is_of(recorder: Recorder) -> None:
    network = tiny_network()
    recorder.model(BEST, network, FIGURES, epoch=2)
    about = json.loads((recorder.folder / "best" / "config.json").read_text())["about"]
    assert about == {
        "training": ORIGIN,
        "epoch": 2,
        "dev": {path: asdict(figures) for path, figures in FIGURES.items()},
    }
    saved = load_model(recorder.folder / "best").state_dict()
    assert all(torch.equal(saved[name], value) for name, value in network.state_dict().items())


def test_a_checkpoint_knows_the_standing_and_how_much_was_written(recorder: Recorder) -> None:
    recorder.steps(INTERVAL, STANDING, words_per_second=1.0)
    recorder.checkpoint({"weights": {"a": torch.arange(3)}}, STANDING)
    found = recorder.checkpoints.latest()
    assert found is not None
    assert found.folder == recorder.folder / "checkpoints" / "step-000000013"
    assert Standing.from_json(found.state["standing"]) == STANDING
    assert found.state["origin"] == ORIGIN
    assert torch.equal(found.tensors("weights")["a"], torch.arange(3))
    recorder.steps(INTERVAL, replace(STANDING, step=14), words_per_second=1.0)
    again = Recorder(recorder.folder, writes=True, origin=ORIGIN)
    again.begin(metrics_bytes=found.state["metrics_bytes"])
    assert [row["step"] for row in rows(recorder.folder)] == [13], "step 14 will be taken again"


def test_half_a_model_of_a_killed_run_is_swept(recorder: Recorder) -> None:
    for name in (f".{BEST}.x1", f".{LAST}.y2", ".mine", BEST):
        (recorder.folder / name / "old").mkdir(parents=True)
    recorder.begin(metrics_bytes=0)
    assert {path.name for path in recorder.folder.iterdir()} == {".mine", BEST}


def test_what_an_earlier_run_came_to_is_dropped(recorder: Recorder) -> None:
    Result(1, 2, 3.0, FIGURES, {}).write(recorder.folder)
    recorder.begin(metrics_bytes=0)
    assert Result.read(recorder.folder) is None


def test_other_processes_write_nothing(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "run", writes=False, origin=ORIGIN)
    recorder.begin(metrics_bytes=0)
    recorder.steps(INTERVAL, STANDING, words_per_second=1.0)
    recorder.epoch(STANDING, FIGURES, best=True)
    recorder.model(LAST, tiny_network(), FIGURES, epoch=2)
    recorder.checkpoint({"weights": {"a": torch.arange(3)}}, STANDING)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "run"
    with pytest.raises(UnreadableFile) as caught:
        Recorder(folder, writes=True, origin=ORIGIN).begin(metrics_bytes=0)
    assert str(caught.value) == f"{folder}: cannot be written (Not a directory); name another with --output"
