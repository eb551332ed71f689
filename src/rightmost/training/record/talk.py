"""What a run prints on stderr: a progress bar if rich is installed and stderr is a terminal, else lines."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rightmost.ending import clearing
from rightmost.training.record.events import (
    Evaluated,
    Event,
    Listener,
    Prepared,
    Stepped,
    in_words,
    log_event,
    losses_in_words,
)

LOGGER = "rightmost"


@contextmanager
def talking() -> Iterator[Listener]:
    """What shows a run's events on stderr, along with the library's log, for as long as the block lasts.

    Of several processes only the first one talks.
    """
    if os.environ.get("RANK", "0") != "0":
        with _logged(logging.NullHandler()):  # without a handler, Python itself would print warnings
            yield _say_nothing
        return
    fancy = sys.stderr.isatty() and find_spec("rich") is not None
    # The handler comes second: the bar puts a stderr of its own in place, which keeps lines above it.
    with _bar() if fancy else _lines() as listener, _logged(logging.StreamHandler(sys.stderr)):
        yield listener


@contextmanager
def _logged(handler: logging.Handler) -> Iterator[None]:
    """The library's log through `handler`: warnings marked as such, the rest as it is."""
    handler.addFilter(_mark)
    handler.setFormatter(logging.Formatter("%(mark)s%(message)s"))
    logger = logging.getLogger(LOGGER)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def _mark(record: logging.LogRecord) -> bool:
    record.mark = f"rightmost: {record.levelname.lower()}: " if record.levelno >= logging.WARNING else ""
    return True


@contextmanager
def _lines() -> Iterator[Listener]:
    yield log_event


@contextmanager
def _bar() -> Iterator[Listener]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, TextColumn("{task.fields[talk]}"), console=Console(stderr=True))
    with progress, clearing(progress.stop):  # which shows the cursor again
        task = progress.add_task("prepare", total=None, talk="")

        def show(event: Event) -> None:
            if isinstance(event, Prepared):
                progress.update(task, completed=event.done, total=event.total)
            elif isinstance(event, Stepped):
                talk = f"{losses_in_words(event.losses)} {event.words_per_second:,.0f} words/s"
                name = f"epoch {event.epoch}/{event.epochs}"
                progress.update(task, description=name, completed=event.step, total=event.steps, talk=talk)
            elif isinstance(event, Evaluated):
                progress.console.print(in_words(event), highlight=False, markup=False)

        yield show


def _say_nothing(event: Event) -> None:
    """For the processes that do not talk."""
