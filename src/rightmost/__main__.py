"""`rightmost`, and `python -m rightmost`: the command line."""

from __future__ import annotations

import os

try:
    from rightmost.ending import answer_signals
except KeyboardInterrupt:  # Ctrl-C, in the milliseconds before it is answered
    os._exit(130)


def main() -> None:
    """Runs the command line."""
    answer_signals()  # before anything that takes time to import
    from rightmost.outcome import run

    run(_command_line)


def _command_line() -> None:
    from rightmost.cli.main import run_command

    run_command()


if __name__ == "__main__":
    main()
