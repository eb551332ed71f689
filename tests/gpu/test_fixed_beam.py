from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.networks import network
from rightmost.decoding.beam import ragged_beam_search
from rightmost.gpu.fixed_beam import FixedBeamSearch
from rightmost.gpu.packed import Plain
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary

SMALL = Vocabulary(("A", "B"), ("X",))
CPU = torch.device("cpu")


def assert_same(made: Network, search: FixedBeamSearch, lengths: list[int], *, beam: int, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(sum(lengths), made.config.width, generator=generator, dtype=torch.float64)
    positions = made.encoder.position_table
    expected = ragged_beam_search(made.decoder, words, positions, lengths=lengths, beam=beam)
    found = search.start(words, positions, lengths=lengths)()
    assert found is not None
    for ours, theirs in zip(found, expected):
        assert [actions.tolist() for actions in ours.actions] == [actions.tolist() for actions in theirs.actions]
        assert ours.log_probabilities == pytest.approx(theirs.log_probabilities, abs=1e-4)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.integers(1, 7), st.lists(st.integers(1, 9), min_size=1, max_size=5), st.booleans())
@torch.no_grad()
def test_steps_of_fixed_shapes_are_the_ragged_ones(seed, beam, lengths, given_target):
    made = network(seed=seed, vocabulary=SMALL, positions=20, labels_given_target=given_target).double()
    assert_same(made, FixedBeamSearch(made.decoder, CPU, beam=beam), lengths, beam=beam, seed=seed)


class LeftInMemory(Plain):
    """As kernels do, leaves impossible numbers behind the last chain node."""

    def chain_scores(self, head, chain, packing, *, shares, next_word):
        result = super().chain_scores(head, chain, packing, shares=shares, next_word=next_word)
        chain[int(packing.counts[0]) :] = float("nan")
        return result


@pytest.mark.parametrize("lengths", [[5, 1, 3], [9]])
@torch.no_grad()
def test_what_was_left_in_memory_is_not_read(lengths):
    made = network(positions=40).double()
    search = FixedBeamSearch(made.decoder, CPU, beam=3)
    search._search._steps = LeftInMemory()
    assert_same(made, search, lengths, beam=3, seed=1)


@torch.no_grad()
def test_one_search_takes_pool_after_pool():
    made = network(positions=60).double()
    search = FixedBeamSearch(made.decoder, CPU, beam=4)
    for seed, lengths in enumerate(([3, 9, 1], [1], [30], [2] * 10 + [20, 7], [12, 1, 12])):
        assert_same(made, search, lengths, beam=4, seed=seed)


@torch.no_grad()
def test_pools_may_be_under_way_at_once():
    made = network(positions=60).double()
    pools = [[9, 3, 1], [4, 4], [2]]
    features = [torch.randn(sum(lengths), made.config.width, dtype=torch.float64) for lengths in pools]
    search = FixedBeamSearch(made.decoder, CPU, beam=3)
    positions = made.encoder.position_table
    waiting = [search.start(words, positions, lengths=lengths) for words, lengths in zip(features, pools)]
    for wait, words, lengths in zip(waiting, features, pools):
        expected = ragged_beam_search(made.decoder, words, positions, lengths=lengths, beam=3)
        assert [each.actions.tolist() for each in wait()] == [each.actions.tolist() for each in expected]


@torch.no_grad()
def test_a_beam_that_holds_everything():
    """3 words and 2 labels make 81 trees; places of the beam stay empty."""
    made = network(seed=3, vocabulary=SMALL, positions=20).double()
    assert_same(made, FixedBeamSearch(made.decoder, CPU, beam=200), [2, 1], beam=200, seed=1)
