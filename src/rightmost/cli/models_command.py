"""`rightmost models`: what is installed."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.modelfile.shipped import Shipped, models_folder, shipped_models

HEAD = ("name", "size", "licence", "F1")


def command() -> None:
    """Show the installed models: name, size, licence, scores."""
    models = shipped_models()
    if models:
        print(table(models))
    else:
        print(f"no model is installed in {models_folder()}; train one: rightmost train CONFIG")


def table(models: Sequence[Shipped]) -> str:
    """A line for each model, under a head, in columns."""
    rows = [HEAD, *map(_row, models)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def _row(model: Shipped) -> tuple[str, str, str, str]:
    scores = ", ".join(f"{name} {f1:.2f}" for name, f1 in model.scores.items())
    return model.name, f"{model.size / 1e6:.1f} MB", model.licence or "not stated", scores or "not measured"
