"""The `rightmost` command: one file a subcommand, each wrapping a plain function."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Annotated, Any

import typer

import rightmost
from rightmost.cli.text_command import TextCommand
from rightmost.errors import BadUsage

#: Typer's error for wrong arguments. Its name differs between versions.
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
    "pack",
    "models",
    "seal",
)

app = typer.Typer(
    name="rightmost",
    help="A strongly incremental constituency parser.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


_LONG = re.compile(r"\S{100,}")


def _shortened(match: re.Match[str]) -> str:
    return f"{match.group()[:40]}..."


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


#: Commands whose TEXT may begin with a hyphen.
_OF_TEXT = {"demo", "parse"}

for name in COMMANDS:
    kind = TextCommand if name in _OF_TEXT else None
    app.command(name, cls=kind)(import_module(f"rightmost.cli.{name}_command").command)


def run_command() -> None:
    """Runs the command that the arguments name. Wrong arguments get one line."""
    try:
        sys.exit(app(prog_name="rightmost", standalone_mode=False) or 0)
    except UsageError as error:
        named = [argument for argument in sys.argv[1:2] if argument in COMMANDS]
        message = _LONG.sub(_shortened, error.format_message().rstrip("."))
        raise BadUsage(f"{message}; see {' '.join(['rightmost', *named])} --help") from None
    except typer.Abort:  # what older versions make of Ctrl-C
        raise KeyboardInterrupt from None
