from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.networks import network, random_words
from rightmost.decoding.greedy import ragged_search
from rightmost.gpu import fixed
from rightmost.gpu.fixed import FixedSearch, Rooms, fits_fixed_search
from rightmost.gpu.packed import Plain
from rightmost.gpu.track import InTorch
from rightmost.model.network import Network


def assert_same(made: Network, search: FixedSearch, lengths: list[int], *, seed: int, forced: bool = False) -> None:
    words, positions = random_words(made, sum(lengths), seed), made.encoder.position_table
    given_actions = None
    if forced:
        other = random_words(made, sum(lengths), seed + 1)
        given_actions = ragged_search(made.decoder, other, positions, lengths=lengths).actions
    expected = ragged_search(made.decoder, words, positions, lengths=lengths, forced=given_actions)
    found = search.start(words, positions, lengths=lengths, forced=given_actions).result()
    assert found is not None
    assert torch.equal(found[0], expected.actions)
    torch.testing.assert_close(found[1], expected.log_probabilities, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(
    ("layers", "gcn", "given_target"),
    [(1, "separate", True), (2, "separate", False), (2, "vanilla", True), (4, "separate", True)],
)
@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 14), min_size=1, max_size=9), st.booleans())
@torch.no_grad()
def test_steps_of_fixed_shapes_are_the_ragged_ones(layers, gcn, given_target, seed, lengths, forced):
    settings_ = {"gcn_layers": layers, "gcn": gcn, "labels_given_target": given_target}
    made = network(seed=seed, positions=20, **settings_).double()
    assert_same(made, FixedSearch(made.decoder, Plain(), InTorch()), lengths, seed=seed, forced=forced)


@torch.no_grad()
def test_one_search_takes_pool_after_pool():
    """Larger ones, smaller ones, one of a single word, with nothing of the one before left over."""
    made = network(gcn_layers=2, positions=60).double()
    search = FixedSearch(made.decoder, Plain(), InTorch())
    for seed, lengths in enumerate(([3, 9, 1], [1], [40], [2] * 30 + [50, 33, 7], [12, 1, 12], [5] * 9)):
        assert_same(made, search, lengths, seed=seed, forced=seed % 2 == 0)


@torch.no_grad()
def test_a_pool_passes_through_many_shapes():
    made = network(gcn_layers=2, positions=60).double()
    search = FixedSearch(made.decoder, Plain(), InTorch())
    lengths = [*range(1, 41)]
    plan = search._plan(sorted(lengths, reverse=True), is_forced=False)
    assert len({shape.trees for shape, _ in plan}) > 4
    assert len({shape.words for shape, _ in plan}) > 10
    for word, (shape, going) in enumerate(plan):
        assert going == sum(length > word for length in lengths) <= shape.trees
        assert word < shape.words
        assert shape.is_first == (word == 0)
    assert_same(made, search, lengths, seed=5)


@torch.no_grad()
def test_too_little_room_is_noticed_and_mended(monkeypatch):
    """A pool whose rows do not fit gives no result; its rows are remembered, and the next like it fits."""
    made = network(gcn_layers=2, positions=60).double()
    monkeypatch.setattr(fixed, "ROWS_AT_FIRST", (0.5, 0.5, 0.5))
    monkeypatch.setattr(fixed.math, "sqrt", lambda number: 0.0)
    lengths = [30, 28, 20, 20, 9, 3]
    words, positions = random_words(made, sum(lengths), 3), made.encoder.position_table
    search = FixedSearch(made.decoder, Plain(), InTorch())
    tries = 0
    while search.start(words, positions, lengths=lengths).result() is None:
        tries += 1
        assert tries < 40
    assert tries >= 1
    assert_same(made, search, lengths, seed=3)


@pytest.mark.parametrize("trees", [1, 3, 500])
def test_room_never_exceeds_what_trees_can_need(trees):
    rooms = Rooms(levels=2)
    for words in fixed.WORDS:
        capacity = rooms.capacity(trees, words)
        assert list(capacity) == sorted(capacity)
        assert capacity[-1] <= trees * 3 * words + 8
        assert capacity[0] <= trees * words + 8


def test_room_is_learnt():
    rooms = Rooms(levels=1)
    first = rooms.capacity(1024, 16)
    rooms.learn(16, [3.0, 5.0], is_sure=False)
    assert rooms.capacity(1024, 16) == first, "a few small trees say nothing"
    rooms.learn(16, [3.0, 5.0], is_sure=True)
    assert rooms.capacity(1024, 16) < first
    rooms.learn(16, [3.5, 30.0], is_sure=False)
    assert rooms.capacity(1024, 16)[1] > 1024 * 30
    assert rooms.capacity(1024, 18) == Rooms(levels=1).capacity(1024, 18)


def test_what_fits():
    decoder = network(positions=40).decoder
    assert fits_fixed_search(decoder, [3, 40])
    assert not fits_fixed_search(decoder, [3, 41])
    assert not fits_fixed_search(network(positions=300).decoder, [129])


@torch.no_grad()
def test_a_search_may_be_begun_in_any_mode():
    """Tensors made in inference mode may not be changed outside it."""
    made = network(positions=20).double()
    search = FixedSearch(made.decoder, Plain(), InTorch())
    with torch.inference_mode():
        assert_same(made, search, [3, 2], seed=1)
    assert_same(made, search, [4, 2], seed=2)
