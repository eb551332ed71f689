from __future__ import annotations

import sys

import pytest

from rightmost.training.record.curve import draw_curve

ROWS = [
    {"kind": "step", "step": 1, "loss": 30.0},
    {"kind": "step", "step": 2, "loss": 20.0},
    {"kind": "epoch", "step": 2, "f1": 40.0},
    {"kind": "epoch", "step": 4},
]


def test_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    assert draw_curve(ROWS, tmp_path)
    assert draw_curve(ROWS, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["learning-curve.png"]
    assert (tmp_path / "learning-curve.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert not draw_curve(ROWS, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_picture_is_not_worth_a_run(tmp_path, caplog):
    pytest.importorskip("matplotlib")
    assert not draw_curve(ROWS, tmp_path / "nowhere")
    assert caplog.messages[0].startswith("learning-curve.png could not be drawn: ")
