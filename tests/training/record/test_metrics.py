from __future__ import annotations

from rightmost.training.record.metrics import Metrics


def test_lines_are_added_and_cut_back(tmp_path):
    metrics = Metrics(tmp_path)
    assert metrics.rows() == []
    metrics.cut_to(10)  # there is nothing to cut
    assert metrics.settle() == 0
    metrics.add("step", {"step": 1, "loss": 0.1})
    size = metrics.settle()
    assert size == (tmp_path / "metrics.jsonl").stat().st_size > 0
    metrics.add("step", {"step": 2, "loss": 0.2})
    metrics.add("epoch", {"epoch": 1})
    assert [row["kind"] for row in metrics.rows()] == ["step", "step", "epoch"]
    metrics.cut_to(size)
    assert metrics.rows() == [{"kind": "step", "step": 1, "loss": 0.1}]
    metrics.cut_to(size + 100)
    assert len(metrics.rows()) == 1
