"""Sentences to learn from as they grow: cut where they are not over yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from rightmost.model.network import Example, Network


@dataclass(frozen=True)
class Prefixes:
    """Which sentences are cut, and where: a function of the seed, the step and the process alone.

    A sentence that is cut is learnt once, a few words at a time. Each few words are learnt from the encoding of the
    sentence up to them: the last with a look-ahead of 0, the one before with 1, and so on.
    """

    shares: npt.NDArray[np.float64]  # (sentences,) how often each is cut: 0 never, 1 always
    words: int  # the most that are learnt from one prefix
    seed: int

    def lessons(
        self, network: Network, whole: Iterable[tuple[int, Example]], *, step: int, rank: int
    ) -> Iterator[tuple[int, Example]]:
        """What is learnt of these numbered sentences."""
        random = np.random.default_rng([self.seed, step, rank])
        for sentence, example in whole:
            if random.random() >= self.shares[sentence]:
                yield sentence, example
                continue
            first = int(random.integers(1, self.words, endpoint=True))
            ends = [*range(first, example.words, self.words), example.words]
            for known, end in pairwise([0, *ends]):
                yield sentence, network.prefix(example, end, learnt=end - known)
