"""`python -m rightmost.training CONFIG`: the same as `rightmost train`, with nothing but argparse."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rightmost.outcome import run


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, and prints the result."""
    options = _parser().parse_args(arguments)
    from rightmost.training.command import train  # which takes seconds, in which Ctrl-C may come
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
    parser = argparse.ArgumentParser(
        prog="python -m rightmost.training", description="Train a model as the TOML file CONFIG says."
    )
    parser.add_argument("config", metavar="CONFIG", help="a TOML file; see configs/")
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
    run(main)
