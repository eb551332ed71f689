"""`rightmost pack RUN OUT`: a trained model in a quarter of its size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    run: Annotated[
        Path,
        typer.Argument(metavar="RUN", help="A run's folder (its best model), a model's folder, or a model's name."),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to write.")],
    licence: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The model's licence. Default: the one that it states.")
    ] = None,
    style: Annotated[
        str | None, typer.Option(metavar="NAME", help="The annotation style to parse in by default.")
    ] = None,
    mean_with: Annotated[
        list[Path] | None,
        typer.Option("--mean-with", metavar="RUN", help="Pack the mean of RUN and this one; may be given again."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a model that is in OUT.")] = False,
) -> None:
    """Write a trained model in a quarter of its size: each row of a matrix as int8 and a scale, the rest as float16.

    The scores that the model states are those of its training, before the weights were rounded.
    """
    # Imported here: torch takes seconds, which no other command should wait for.
    from rightmost.training.run.release import pack

    made = pack(run, out, licence=licence, style=style, mean_with=mean_with or (), force=force)
    if made.is_unfinished:
        typer.echo(f"rightmost: warning: {run}: this run is not finished; its best model so far is packed", err=True)
    typer.echo(f"{made.model}: {_megabytes(made.bytes_before)}; {out}: {_megabytes(made.bytes_after)}", err=True)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
