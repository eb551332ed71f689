"""`rightmost`, and `python -m rightmost`: the command line."""

from __future__ import annotations

from rightmost.outcome import run


def main() -> None:
    """Runs the command line."""
    run(_command_line)


def _command_line() -> None:
    from rightmost.cli.main import run_command  # which takes a moment, in which Ctrl-C may come

    run_command()


if __name__ == "__main__":
    main()
