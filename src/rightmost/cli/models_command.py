"""`rightmost models`: what is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from rightmost.modelfile.info import ModelInfo
from rightmost.modelfile.shipped import Shipped, about_model, model_folder, models_folder, shipped_models

HEAD = ("name", "size", "licence", "F1")


def command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help="The name of an installed model, or a folder: show this model only."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="List the labels, tags and styles of each as well.")
    ] = False,
) -> None:
    """Show the installed models: name, size, licence and scores. With MODEL, also its labels, tags and styles."""
    if name is not None:
        folder = model_folder(name)
        print(details(Shipped(folder.name, folder, about_model(folder))))
        return
    models = shipped_models()
    if models and verbose:
        print("\n\n".join(map(details, models)))
    elif models:
        print(table(models))
    else:
        print(f"no model is installed in {models_folder()}; train one: rightmost train CONFIG")


def table(models: Sequence[Shipped]) -> str:
    """A line for each model, under a head, in columns."""
    rows = [HEAD, *map(_row, models)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def details(model: Shipped) -> str:
    """All that is known of the model without loading it, a line each."""
    info = ModelInfo.of_folder(model.folder)
    row = dict(zip(HEAD, _row(model)))
    lines = {
        **row,
        "labels": " ".join(info.labels),
        "tags": " ".join(info.tags),
        "styles": " ".join(info.styles) or "none",
        "style": info.style or "no one in particular",
        "text": info.text or "not stated",
        "input": "words and their tags" if info.gold_tags else "words",
    }
    width = max(map(len, lines))
    return "\n".join([f"{name.ljust(width)}  {value}" for name, value in lines.items()])


def _row(model: Shipped) -> tuple[str, str, str, str]:
    scores = ", ".join(f"{name} {f1:.2f}" for name, f1 in model.scores.items())
    return model.name, f"{model.size / 1e6:.1f} MB", model.licence or "not stated", scores or "not measured"
