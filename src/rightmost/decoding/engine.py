"""How a pool of sentences is run through a policy: on any device, step by step, in tensors of the size needed.

`rightmost.gpu.fixed_engine` has an engine that is faster on a GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from torch import Tensor

from rightmost.decoding.lengths import longest_first
from rightmost.decoding.partial_trees import Found, PartialTrees, Policy
from rightmost.decoding.systems import MEANS
from rightmost.limits import PIECES_AT_ONCE, TREES_AT_ONCE
from rightmost.model.decoder import Decoder


class Engine(Protocol):
    """Runs pools of sentences. Sends work to the device and does not wait for it."""

    pieces_at_once: int  # padded, in one pass through the encoder

    def pools(self, lengths: Sequence[int], *, copies: int) -> list[list[int]]:
        """The numbers of the sentences that are decoded together, pool by pool."""

    def start(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], policy: Policy
    ) -> Callable[[], Found]:
        """Sends a pool on its way; what is returned waits for what was found.

        `words` (words, width) are the features of all sentences' words, one sentence after the other.
        """

    def sent(self, tensor: Tensor) -> Callable[[], Tensor]:
        """Sends a tensor to the CPU as it is at this moment; what is returned waits for it."""


class RaggedEngine:
    """Runs on any device; a GPU is asked for sizes at each step."""

    pieces_at_once = PIECES_AT_ONCE

    def pools(self, lengths: Sequence[int], *, copies: int) -> list[list[int]]:
        return even_pools(longest_first(lengths), size=max(1, TREES_AT_ONCE // copies))

    def start(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], policy: Policy
    ) -> Callable[[], Found]:
        trees = MEANS[decoder.system].trees(decoder, words, positions, lengths=lengths, copies=policy.copies)
        found = run(policy, trees)
        return lambda: found

    def sent(self, tensor: Tensor) -> Callable[[], Tensor]:
        here = tensor.cpu()
        return lambda: here


def run(policy: Policy, trees: PartialTrees) -> Found:
    """Lets the trees grow until all known words have been read."""
    while not trees.finished():
        policy.step(trees)
    return policy.valued(trees.found())


def even_pools(order: Sequence[int], *, size: int) -> list[list[int]]:
    """Runs of at most that size, and all about as long."""
    count = -(-len(order) // size)
    edges = [len(order) * number // count for number in range(count + 1)] if count else []
    return [list(order[start:end]) for start, end in pairwise(edges)]
