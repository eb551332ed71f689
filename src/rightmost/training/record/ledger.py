"""The steps since the figures were last read, and their means."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch

from rightmost.errors import RightmostError
from rightmost.training.data.sampler import Numbers
from rightmost.training.distributed import Team
from rightmost.training.run.step import PARTS, Taken

#: The words of a sentence that stand for it in a message.
SHOWN = 8


class NonFiniteLoss(RightmostError):
    """A loss or gradient that is no number. Nothing that it touched was saved."""


@dataclass(frozen=True)
class Interval:
    """The mean of some steps."""

    steps: int
    words: int
    learning_rate: float
    losses: Mapping[str, float]  # each part's, a sentence
    gradient_norm: float

    @property
    def loss(self) -> float:
        return sum(self.losses.values())


class Ledger:
    """Steps whose figures are read together: asking a GPU for them at every step would hold it up."""

    def __init__(self, team: Team, *, words_of: Callable[[int], tuple[str, ...]]) -> None:
        self._team = team
        self._words_of = words_of
        self._taken: list[Taken] = []

    def add(self, taken: Taken) -> None:
        """Keeps the step for the next `settled`."""
        self._taken.append(taken)

    def settled(self, epoch: int) -> Interval | None:
        """The mean of the steps since last time, over all processes; None if there were none."""
        taken, self._taken = self._taken, []
        if not taken:
            return None
        totals = self._team.summed(torch.stack([step.losses.sum(0) for step in taken])).tolist()
        # Each process may have one of its own.
        norms = (self._team.summed(torch.stack([step.gradient_norm for step in taken])) / self._team.ranks).tolist()
        for step, total, norm in zip(taken, totals, norms):
            if not all(map(math.isfinite, (*total, norm))):
                raise NonFiniteLoss(self._complaint(step, epoch=epoch, loss=sum(total), norm=norm))
        sentences = sum(step.sentences for step in taken)
        sums = [sum(part) / sentences for part in zip(*totals)]
        return Interval(
            steps=len(taken),
            words=sum(step.words for step in taken),
            learning_rate=taken[-1].learning_rate,
            losses=dict(zip(PARTS, sums)),
            gradient_norm=sum(norms) / len(norms),
        )

    def _complaint(self, step: Taken, *, epoch: int, loss: float, norm: float) -> str:
        what = f"the loss is {loss}" if not math.isfinite(loss) else f"the gradient's norm is {norm}"
        batches = [found for found in self._team.gathered(self._description(step)) if found]
        where = f" in {batches[0]}" if batches else ""
        return f"epoch {epoch + 1}, step {step.step}: {what}{where}"

    def _description(self, step: Taken) -> str | None:
        """The first micro-batch of this process that went wrong; its first one if none did, None if it had none."""
        wrong = [
            sentences
            for sentences, loss in zip(step.micro_batches, step.losses.sum(1).tolist())
            if not math.isfinite(loss)
        ]
        found = [*wrong, *(step.micro_batches if self._team.leads else ())]
        return self._named(found[0]) if found else None

    def _named(self, sentences: Numbers) -> str:
        words = self._words_of(int(sentences[0]))
        more = " ..." if len(words) > SHOWN else ""
        count = f"{len(sentences)} sentence{'' if len(sentences) == 1 else 's'}"
        return f"the batch of {count} that begins: {' '.join(words[:SHOWN])}{more}"
