"""A moving average of the weights, which often parses better than the weights themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor

from rightmost.model.network import Network
from rightmost.training.run.optimiser import named_weights


class MovingAverage:
    """The weights' exponential moving average; over the first steps the window grows to its full length.

    `decay` is a step's; where the weights are taken in every so many steps only, that many steps' at once.
    """

    def __init__(self, network: Network, decay: float, *, every: int = 1) -> None:
        self._weights = named_weights(network)
        self._decay, self._every = decay**every, every
        self._average = {name: weight.detach().clone() for name, weight in self._weights.items()}

    @torch.no_grad()
    def update(self, step: int) -> None:
        """Takes in the weights after `step` steps."""
        taken = step // self._every
        decay = min(self._decay, taken / (taken + 10))
        torch._foreach_lerp_(list(self._average.values()), list(self._weights.values()), 1.0 - decay)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Within the block the network has the average for its weights."""
        own = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self._put(self._average)
        try:
            yield
        finally:
            self._put(own)

    def tensors(self) -> dict[str, Tensor]:
        """The average, by the weights' names."""
        return dict(self._average)

    def load_tensors(self, tensors: Mapping[str, Tensor]) -> None:
        """Puts back what `tensors` gave."""
        for name, average in self._average.items():
            average.copy_(tensors[name])

    @torch.no_grad()
    def _put(self, values: Mapping[str, Tensor]) -> None:
        for name, weight in self._weights.items():
            weight.copy_(values[name])
