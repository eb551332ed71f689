"""The `rightmost` command: one file a subcommand, each wrapping a plain function."""

from __future__ import annotations

import io
import sys
from importlib import import_module

import typer

from rightmost.errors import RightmostError

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
for name in COMMANDS:
    app.command(name)(import_module(f"rightmost.cli.{name}").command)


def main() -> None:
    """Runs the command line: exit 0 done, 1 bad data, 2 bad usage, and never a traceback for either."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")  # data is UTF-8, whatever the locale
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # a full disk is noticed here, not on the way out
    except RightmostError as error:
        print(f"rightmost: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        print(f"rightmost: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(1)
