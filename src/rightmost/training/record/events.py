"""The events of a run, for those who watch it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rightmost.training.record.development import Figures

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Prepared:
    """So many of the training sentences are ready."""

    done: int
    total: int


@dataclass(frozen=True)
class Stepped:
    """Some steps were taken. Epochs and steps count from 1."""

    epoch: int
    epochs: int
    step: int  # of this epoch
    steps: int
    losses: Mapping[str, float]
    words_per_second: float
    learning_rate: float


@dataclass(frozen=True)
class Evaluated:
    """The development trees were parsed."""

    epoch: int
    epochs: int
    figures: Figures
    best: bool


Event: TypeAlias = Prepared | Stepped | Evaluated
Listener: TypeAlias = Callable[[Event], None]


def log_event(event: Event) -> None:
    """Logs the event as a line: what is seen where no bar can be drawn."""
    if not isinstance(event, Prepared) or event.done == event.total:
        logger.info("%s", in_words(event))


def in_words(event: Event) -> str:
    """The event in one line."""
    if isinstance(event, Prepared):
        return f"{event.done:,} of {event.total:,} sentences prepared"
    if isinstance(event, Stepped):
        where = f"epoch {event.epoch}/{event.epochs}, step {event.step}/{event.steps}"
        return f"{where}: {losses_in_words(event.losses)}; {event.words_per_second:,.0f} words/s"
    figures = event.figures
    scores = f"F1 {figures.f1:.2f}, EM {figures.exact_match:.2f}, LP {figures.precision:.2f}, LR {figures.recall:.2f}"
    return f"epoch {event.epoch}/{event.epochs}: dev {scores}{' (best)' if event.best else ''}"


def losses_in_words(losses: Mapping[str, float]) -> str:
    """The loss and its parts.

    >>> losses_in_words({"target": 1.0, "parent": 0.5})
    'loss 1.500 (target 1.000, parent 0.500)'
    """
    parts = ", ".join(f"{part} {loss:.3f}" for part, loss in losses.items())
    return f"loss {sum(losses.values()):.3f} ({parts})"
