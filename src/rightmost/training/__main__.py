"""`python -m rightmost.training CONFIG`: the same as `rightmost train`, with nothing but argparse."""

from __future__ import annotations

import os

try:
    from rightmost.ending import answer_signals
except KeyboardInterrupt:  # Ctrl-C, in the milliseconds before it is answered
    os._exit(130)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, and prints the result."""
    options = _parser().parse_args(arguments)
    from rightmost.outcome import check_output

    check_output()
    from rightmost.training.command import train
    from rightmost.training.record.talk import talking

    with talking() as listener:
        result = train(
            options.config,
            start_from=options.start_from,
            settings=options.settings,
            seeds=options.seeds,
            resume=options.resume,
            output=options.output,
            listener=listener,
        )
    if result:
        print(result)


def _parser() -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m rightmost.training", description="Train a model by the settings of the TOML file CONFIG."
    )
    parser.add_argument("config", metavar="CONFIG", help="a TOML file, or a preset's name, as ptb-bert")
    parser.add_argument("--from", dest="start_from", metavar="MODEL", help="start from a trained model: name or folder")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change one setting",
    )
    parser.add_argument("--seeds", type=int, metavar="N", help="run N seeds: mean and standard error")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--output", metavar="DIR", help="the folder to write")
    return parser


if __name__ == "__main__":
    answer_signals()  # before anything that takes time to import
    from rightmost.outcome import run

    run(main)
