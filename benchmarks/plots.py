"""Where the benchmarks' pictures go, and how they look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "plots"


@contextmanager
def picture(name: str, *, panels: int = 1, folder: Path = FOLDER) -> Iterator[list[Any]]:
    """Axes to draw on, side by side; then writes FOLDER/NAME.svg, the same bytes for the same drawing."""
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5 * panels, 4), layout="constrained")
    axes = [figure.add_subplot(1, panels, place) for place in range(1, panels + 1)]
    yield axes
    for each in axes:
        each.grid(linewidth=0.3)
    folder.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    print(f"wrote {folder / name}.svg", flush=True)
