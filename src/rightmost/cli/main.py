"""The `rightmost` command: one file a subcommand, each wrapping a plain function."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

import rightmost

COMMANDS = (
    "parse",
    "demo",
    "oracle",
    "replay",
    "evaluate",
    "errors",
    "compare",
    "report",
    "prepare",
    "draw",
    "train",
    "models",
)

app = typer.Typer(
    name="rightmost",
    help="A strongly incremental constituency parser.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rightmost {rightmost.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for name in COMMANDS:
    app.command(name)(import_module(f"rightmost.cli.{name}").command)
