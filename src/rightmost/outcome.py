"""How a command or a script of recipe/ ends, never by a traceback: exit 0 done, 1 bad data, 2 bad usage.

A signal ends it as well, and clears up (ending.py): exit 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from rightmost.ending import answer_signals, leave_signals
from rightmost.errors import Interrupted, RightmostError, UnreadableFile


class ClosedOutput(io.TextIOWrapper):
    """Stands for a standard output that was closed, as by `>&-`. Writing raises."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def write(self, text: str) -> int:
        raise UnreadableFile("standard output is closed; there is nowhere to write to")


def run(command: Callable[[], None]) -> None:
    """Runs the command. If it fails, prints the reason in one line."""
    answer_signals()
    _fill_standard_streams()
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")  # data is UTF-8, whatever the locale
    try:
        try:
            command()
        finally:
            sys.stdout.flush()  # a full disk is noticed here, not on the way out
    except RightmostError as error:
        _end(str(error), error.exit_code)
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code != Interrupted.exit_code:  # Typer turns Ctrl-C into this
            raise
        _end("interrupted", Interrupted.exit_code)
    except BrokenPipeError:  # the reader of our output has gone, as in `| head`
        sys.exit(1)
    except OSError as error:
        _end(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    finally:
        _give_up_what_cannot_be_written()
        leave_signals()


def check_output() -> None:
    """Raises if standard output is closed: for a command that works long before it prints."""
    if isinstance(sys.stdout, ClosedOutput):
        sys.stdout.write("")


def _end(line: str, code: int) -> None:
    with suppress(OSError):  # a full disk, or a closed pipe: the exit code tells it too
        print(f"rightmost: {line}", file=sys.stderr, flush=True)
    sys.exit(code)


def _fill_standard_streams() -> None:
    """Puts something in the place of a standard stream that is closed, which the next file opened would take."""
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None and not _is_open(number):
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_RDWR)  # the lowest number that is free
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 (as long as the process lasts)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _give_up_what_cannot_be_written() -> None:
    """Python would try once more on the way out, print an error of its own, and change the exit code."""
    for number, stream in ((1, sys.__stdout__), (2, sys.__stderr__)):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # ValueError: somebody has closed it
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, number)
            os.close(nowhere)
