"""Searches by the ragged engine, from words' features to what was found."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.engine import RaggedEngine
from rightmost.decoding.greedy import Greedy
from rightmost.decoding.partial_trees import Found, Policy
from rightmost.decoding.systems import MEANS
from rightmost.model.network import Network


def searched(made: Network, words: torch.Tensor, lengths: Sequence[int], policy: Policy) -> Found:
    positions = made.encoder.position_table
    return RaggedEngine().start(made.decoder, words, positions, lengths=lengths, policy=policy)()


def greedy(made: Network, words: torch.Tensor, lengths: Sequence[int]) -> list[torch.Tensor]:
    """Each sentence's actions. (words, 3)"""
    return actions_of(searched(made, words, lengths, Greedy()))


def actions_of(found: Found, copy: int = 0) -> list[torch.Tensor]:
    """Each sentence's actions, of its best tree. (words, 3)"""
    return [torch.from_numpy(each[copy, :length]).long() for each, length in zip(found.actions, found.lengths)]


def beams(made: Network, words: torch.Tensor, lengths: Sequence[int], size: int) -> list[list[tuple[float, list]]]:
    """Each sentence's trees, best first: log-probability and actions."""
    return beams_of(searched(made, words, lengths, BeamSearch(size)))


def beams_of(found: Found) -> list[list[tuple[float, list]]]:
    return [
        [(float(value), actions[:length].tolist()) for value, actions in zip(totals, each) if value > float("-inf")]
        for each, totals, length in zip(found.actions, found.total, found.lengths)
    ]


def trees_of(made: Network, words: torch.Tensor, lengths: Sequence[int], *, copies: int = 1):
    """The partial trees of sentences that are still empty."""
    means = MEANS[made.decoder.system]
    return means.trees(made.decoder, words, made.encoder.position_table, lengths=lengths, copies=copies)
