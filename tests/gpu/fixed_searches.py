"""Searches in steps of fixed shapes, set against ragged ones."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from decoding.searching import actions_of, beams_of, searched
from model.networks import graph_decoder, random_words
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.greedy import Forced, Greedy
from rightmost.decoding.partial_trees import Found, Policy
from rightmost.gpu.fixed_engine import FixedSearch
from rightmost.gpu.fixed_trees import InTorch, OnTrees
from rightmost.gpu.packed_scores import Plain, Steps
from rightmost.model.network import Network


def fixed_search(made: Network, policy: Policy, steps: Steps | None = None, on_trees: OnTrees | None = None):
    return FixedSearch(graph_decoder(made), policy, steps or Plain(), on_trees or InTorch())


def other_actions(made: Network, lengths: list[int], *, seed: int) -> list[torch.Tensor]:
    """Legal actions of each sentence, but not its best ones."""
    return actions_of(searched(made, random_words(made, sum(lengths), seed + 1), lengths, Greedy()))


def policy_named(name: str, made: Network, lengths: list[int], *, seed: int) -> Policy:
    if name == "forced":
        return Forced(other_actions(made, lengths, seed=seed))
    return Greedy() if name == "greedy" else BeamSearch(int(name))


def assert_same(found: Found | None, expected: Found, *, tolerance: float = 1e-4) -> None:
    """The same trees, as probable."""
    assert found is not None, "too little room"
    assert list(found.lengths) == list(expected.lengths)
    for ours, theirs in zip(beams_of(found), beams_of(expected), strict=True):
        assert [actions for _, actions in ours] == [actions for _, actions in theirs]
        assert [value for value, _ in ours] == pytest.approx([value for value, _ in theirs], abs=tolerance)
    for number, length in enumerate(found.lengths):
        real = expected.total[number] > -np.inf
        ours, theirs = (each.gained[number, real, :length] for each in (found, expected))
        assert ours == pytest.approx(theirs, abs=tolerance)


def assert_searched(made: Network, search: FixedSearch, lengths: list[int], *, seed: int, policy: Policy) -> None:
    words = random_words(made, sum(lengths), seed)
    expected = searched(made, words, lengths, policy)
    found = search.start(words, made.encoder.position_table, lengths=lengths)()
    assert_same(found, expected)
