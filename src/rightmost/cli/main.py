"""The `rightmost` command: one file a subcommand, each wrapping a plain function."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer

import rightmost
from rightmost.errors import BadUsage

#: What Typer says of wrong arguments, under whatever name its version has it.
UsageError: Any = typer.BadParameter.__mro__[1]

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
    "search",
    "complexity",
    "train",
    "models",
)

app = typer.Typer(
    name="rightmost",
    help="A strongly incremental constituency parser.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rightmost {rightmost.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(BadUsage.exit_code)


for name in COMMANDS:
    app.command(name)(import_module(f"rightmost.cli.{name}_command").command)


def run_command() -> None:
    """Runs the command that the arguments name. What is wrong with them is said in one line."""
    try:
        sys.exit(app(prog_name="rightmost", standalone_mode=False) or 0)
    except UsageError as error:
        named = [argument for argument in sys.argv[1:2] if argument in COMMANDS]
        raise BadUsage(f"{error.format_message().rstrip('.')}; see {' '.join(['rightmost', *named])} --help") from None
    except typer.Abort:  # what older versions make of Ctrl-C
        raise KeyboardInterrupt from None
