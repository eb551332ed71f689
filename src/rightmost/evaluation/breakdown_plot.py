"""Breakdowns as a picture, where matplotlib is installed (the extra `plots`)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rightmost.errors import BadUsage, RightmostError, UnreadableFile
from rightmost.evaluation.breakdown import Breakdown

FORMATS = ("png", "svg")
MOST_GROUPS = 13  # that a panel has room for; labels beyond are the rarest


def check_plot(path: str | Path) -> None:
    """Raises if a picture could not be drawn there, before any work is done for it."""
    suffix = Path(path).suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        raise BadUsage(f"{path}: a picture's name must end in .{' or .'.join(FORMATS)}")
    if find_spec("matplotlib") is None:
        raise RightmostError("pictures need matplotlib, which is not installed: pip install 'rightmost[plots]'")
    if not Path(path).parent.is_dir():
        raise UnreadableFile(f"{path}: cannot be written (there is no folder {Path(path).parent})")


def draw_breakdowns(breakdowns: Sequence[Breakdown], path: str | Path) -> None:
    """Draws a panel for each breakdown into `path`, a PNG or SVG file: F1, recall and precision."""
    check_plot(path)
    from matplotlib.figure import Figure

    path = Path(path)
    figure = Figure(figsize=(9, 2.8 * len(breakdowns)), layout="constrained")
    for place, breakdown in enumerate(breakdowns, start=1):
        _panel(figure.add_subplot(len(breakdowns), 1, place), breakdown)
    part = path.with_name(f".{path.name}.part")
    try:
        figure.savefig(part, dpi=120, format=path.suffix.removeprefix(".").lower())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UnreadableFile(f"{path}: cannot be written ({error.strerror or error})") from None


def _panel(axes: Any, breakdown: Breakdown) -> None:
    groups = breakdown.groups[:MOST_GROUPS]
    places = range(len(groups))
    recalls, precisions = [group.recall for group in groups], [group.precision for group in groups]
    axes.vlines(places, recalls, precisions, color="tab:grey", linewidth=1)
    axes.plot(places, [group.f1 for group in groups], "o", color="tab:blue", label="F1")
    axes.plot(places, recalls, "_", color="tab:green", markersize=14, label="recall")
    axes.plot(places, precisions, "_", color="tab:red", markersize=14, label="precision")
    names = [group.name.replace("$", r"\$") for group in groups]  # a bare $ would start a formula
    below = [f"{name}\n{group.gold_brackets}" for name, group in zip(names, groups)]
    axes.set_xticks(places, below, fontsize="small")
    lowest = min([*recalls, *precisions, 100.0])
    axes.set(ylim=(max(0.0, 10 * (lowest // 10)) - 2, 102), ylabel="percent")
    axes.set_title(f"{breakdown.by} ({breakdown.meaning}); below: gold brackets", loc="left", fontsize="small")
    axes.grid(axis="y", linewidth=0.3)
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
