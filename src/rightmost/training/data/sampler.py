"""Which sentences each optimiser step sees: a function of the seed and the epoch alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Sampler:
    """Draws epochs from corpora that follow each other, as one list of sentences."""

    corpora: tuple[tuple[int, float], ...]  # sentences and weight of each
    pieces: Numbers  # (sentences,) the subwords of each
    seed: int
    sentences: int | None  # an optimiser step is so many sentences,
    tokens: int | None  # or so many subwords
    bucket: int = 1  # steps whose sentences are sorted by length together

    def epoch(self, number: int) -> list[Numbers]:
        """The sentences of each step of this epoch, by number."""
        random = np.random.default_rng([self.seed, number])
        drawn = random.permutation(self._drawn(number))
        if self.bucket == 1:
            return self._steps(drawn)
        pools = np.array_split(drawn, max(1, round(self._steps_in(drawn) / self.bucket)))
        steps = [step for pool in pools for step in self._steps(pool[np.argsort(self.pieces[pool], kind="stable")])]
        return [steps[place] for place in random.permutation(len(steps))]

    def _drawn(self, epoch: int) -> Numbers:
        """Every sentence as often as the whole part of its corpus's weight, and for the rest some, epochs in turn."""
        parts: list[Numbers] = []
        start = 0
        for place, (size, weight) in enumerate(self.corpora):
            whole, share = int(weight), (weight - int(weight)) * size
            # A fixed order gone through in turns: at weight 0.5 every sentence comes in one of any two epochs.
            order = np.random.default_rng([self.seed, place, size]).permutation(size)
            turn = order[np.arange(round(epoch * share), round((epoch + 1) * share)) % size]
            parts += [np.arange(start, start + size)] * whole + [start + turn]
            start += size
        return np.concatenate(parts)

    def _steps_in(self, drawn: Numbers) -> float:
        if self.sentences is not None:
            return len(drawn) / self.sentences
        assert self.tokens is not None
        return float(self.pieces[drawn].sum()) / self.tokens

    def _steps(self, drawn: Numbers) -> list[Numbers]:
        if self.sentences is not None:
            return [drawn[start : start + self.sentences] for start in range(0, len(drawn), self.sentences)]
        assert self.tokens is not None
        return [drawn[start:end] for start, end in _runs(self.pieces[drawn].tolist(), self.tokens, padded=False)]


def share_of(step: Numbers, pieces: Numbers, *, rank: int, ranks: int) -> Numbers:
    """The sentences of a step that one of several processes takes, shortest first."""
    # Dealt out in turns, so that all have much the same lengths and none waits long for another.
    return step[np.argsort(pieces[step], kind="stable")][rank::ranks]


def own_share(step: Numbers, pieces: Numbers, *, rank: int, ranks: int) -> Numbers:
    """The sentences of a step that belong to one of several processes for good, shortest first."""
    own = step[is_own(step, rank=rank, ranks=ranks)]
    return own[np.argsort(pieces[own], kind="stable")]


def is_own(sentences: Numbers, *, rank: int, ranks: int) -> Bools:
    """Which of the sentences belong to that process."""
    owned: Bools = sentences % ranks == rank
    return owned


def micro_batches(share: Numbers, pieces: Numbers, *, tokens: int) -> list[Numbers]:
    """The share cut so that no part, padded, has more than `tokens` subwords, unless it is a single sentence."""
    return [share[start:end] for start, end in _runs(pieces[share].tolist(), tokens, padded=True)]


def _runs(sizes: Sequence[int], limit: int, *, padded: bool) -> Iterator[tuple[int, int]]:
    """Cuts that keep each run's total, or its largest size times its length, within the limit."""
    start = total = largest = 0
    for place, size in enumerate(sizes):
        total, largest = total + size, max(largest, size)
        if place > start and (largest * (place - start + 1) if padded else total) > limit:
            yield start, place
            start, total, largest = place, size, size
    if sizes:
        yield start, len(sizes)
