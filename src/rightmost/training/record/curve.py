"""The learning curve as a picture, where matplotlib is installed."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rightmost.ending import clearing

FILE = "learning-curve.png"

logger = logging.getLogger(__name__)


def draw_curve(rows: Sequence[Mapping[str, Any]], folder: Path) -> bool:
    """Draws loss and development F1 against steps, from the rows of metrics.jsonl; returns whether it could."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    steps = [row for row in rows if row["kind"] == "step"]
    epochs = [row for row in rows if row["kind"] == "epoch" and "f1" in row]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    losses = figure.add_subplot()
    scores = losses.twinx()
    losses.plot([row["step"] for row in steps], [row["loss"] for row in steps], color="tab:grey", linewidth=1)
    losses.set(xlabel="step", ylabel="loss a sentence", yscale="log")
    scores.plot([row["step"] for row in epochs], [row["f1"] for row in epochs], color="tab:blue", marker=".")
    scores.set_ylabel("development F1", color="tab:blue")
    part = folder / f".{FILE}.part"
    try:
        with clearing(partial(part.unlink, missing_ok=True)):
            figure.savefig(part, dpi=120, format="png")
            part.replace(folder / FILE)
    except OSError as error:  # a picture is not worth a run
        part.unlink(missing_ok=True)
        logger.warning("%s could not be drawn: %s", FILE, error)
        return False
    return True
