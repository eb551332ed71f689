"""`rightmost train CONFIG`: a model from treebanks."""

from __future__ import annotations

from typing import Annotated

import typer

from rightmost.outcome import check_output


def command(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="A TOML file, or a preset's name, as ptb-bert (any wrong name lists them all).",
            show_default=False,
        ),
    ],
    start_from: Annotated[
        str | None, typer.Option("--from", metavar="MODEL", help="Start from a trained model: a name or a folder.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change one setting, as optimiser.learning_rate=1e-5."),
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, max=1000, metavar="N", help="Run N seeds: mean and standard error.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")] = False,
    output: Annotated[str | None, typer.Option(metavar="DIR", help="The folder to write.")] = None,
) -> None:
    """Train a model by the settings of CONFIG, and print its scores as in the paper's tables."""
    check_output()
    # Imported here: torch takes seconds, which no other command should wait for.
    from rightmost.training.command import train
    from rightmost.training.record.talk import talking

    with talking() as listener:
        result = train(
            config,
            start_from=start_from,
            settings=settings or (),
            seeds=seeds,
            resume=resume,
            output=output,
            listener=listener,
        )
    if result:
        print(result)
