from __future__ import annotations

from unittest import mock

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.searching import searched
from gpu.fixed_searches import assert_same, assert_searched, fixed_search, policy_named
from model.networks import DECODERS, network, random_words
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.greedy import Greedy
from rightmost.gpu import fixed_engine as engine_module
from rightmost.gpu.fixed_engine import FixedEngine, Rooms, fits
from rightmost.gpu.packed_scores import Plain
from rightmost.model.vocabulary import Vocabulary

SMALL = Vocabulary(("A", "B"), ("X",))
POLICIES = ("greedy", "forced", "1", "3", "7")


@pytest.mark.parametrize(
    ("layers", "gcn", "given_target"),
    [(1, "separate", True), (2, "separate", False), (2, "vanilla", True), (4, "separate", True)],
)
@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 14), min_size=1, max_size=9), st.sampled_from(POLICIES))
@torch.no_grad()
def test_steps_of_fixed_shapes_are_the_ragged_ones(layers, gcn, given_target, seed, lengths, name):
    settings_ = {"gcn_layers": layers, "gcn": gcn, "labels_given_target": given_target}
    made = network(seed=seed, positions=20, **settings_).double()
    policy = policy_named(name, made, lengths, seed=seed)
    assert_searched(made, fixed_search(made, policy), lengths, seed=seed, policy=policy)


@pytest.mark.parametrize("policy", [Greedy(), BeamSearch(4)])
@torch.no_grad()
def test_one_search_takes_pool_after_pool(policy):
    """Larger ones, smaller ones, one of a single word, with nothing of the one before left over."""
    made = network(gcn_layers=2, positions=60).double()
    search = fixed_search(made, policy)
    for seed, lengths in enumerate(([3, 9, 1], [1], [40], [2] * 30 + [50, 33, 7], [12, 1, 12], [5] * 9)):
        assert_searched(made, search, lengths, seed=seed, policy=policy)


@torch.no_grad()
def test_a_pool_passes_through_many_shapes():
    made = network(gcn_layers=2, positions=60).double()
    search = fixed_search(made, Greedy())
    lengths = [*range(1, 41)]
    plan = search._plan(sorted(lengths, reverse=True))
    assert len({shape.trees for shape, _ in plan}) > 4
    assert len({shape.words for shape, _ in plan}) > 10
    for word, (shape, going) in enumerate(plan):
        assert going == sum(length > word for length in lengths) <= shape.trees
        assert word < shape.words
        assert shape.is_first == (word == 0)
    assert_searched(made, search, lengths, seed=5, policy=Greedy())


@torch.no_grad()
def test_too_little_room_is_noticed_and_mended(monkeypatch):
    """A pool whose rows do not fit gives no result; its rows are remembered, and the next like it fits."""
    made = network(gcn_layers=2, positions=60).double()
    monkeypatch.setattr(engine_module, "ROWS_AT_FIRST", (0.5, 0.5, 0.5))
    monkeypatch.setattr(engine_module.math, "sqrt", lambda number: 0.0)
    lengths = [30, 28, 20, 20, 9, 3]
    words, positions = random_words(made, sum(lengths), 3), made.encoder.position_table
    search = fixed_search(made, Greedy())
    tries = 0
    while search.start(words, positions, lengths=lengths)() is None:
        tries += 1
        assert tries < 40
    assert tries >= 1
    assert_searched(made, search, lengths, seed=3, policy=Greedy())


@torch.no_grad()
def test_the_engine_gives_a_result_even_if_there_was_too_little_room(monkeypatch):
    made = network(gcn_layers=2, positions=60).double()
    monkeypatch.setattr(engine_module, "ROWS_AT_FIRST", (0.5, 0.5, 0.5))
    monkeypatch.setattr(engine_module.math, "sqrt", lambda number: 0.0)
    lengths = [30, 9, 3]
    words, positions = random_words(made, sum(lengths), 3), made.encoder.position_table
    waiting = FixedEngine().start(made.decoder, words, positions, lengths=lengths, policy=Greedy())
    assert_same(waiting(), searched(made, words, lengths, Greedy()))


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("lengths", [[4, 2], [130, 3]])
@torch.no_grad()
def test_the_engine_runs_every_decoder_at_any_length(decoder, lengths):
    made = network(decoder=decoder, positions=40).double()
    words, positions = random_words(made, sum(lengths), 3), made.encoder.position_table
    waiting = FixedEngine().start(made.decoder, words, positions, lengths=lengths, policy=Greedy())
    assert_same(waiting(), searched(made, words, lengths, Greedy()))


@given(st.lists(st.integers(1, 200), max_size=30), st.integers(1, 9))
def test_pools_take_every_sentence_once_longest_first(lengths, size):
    sizes = {"SMALL_POOL": 4, "POOL_STEP": 2, "SENTENCES_AT_ONCE_ON_A_GPU": size}
    with mock.patch.multiple(engine_module, **sizes):
        pools = FixedEngine().pools(lengths, copies=1)
    in_order = [number for pool in pools for number in pool]
    assert sorted(in_order) == list(range(len(lengths)))
    assert [lengths[number] for number in in_order] == sorted(lengths, reverse=True)
    assert all(1 <= len(pool) <= size for pool in pools)
    for pool in pools:
        assert len({lengths[number] > 128 for number in pool}) == 1, "very long ones are by themselves"


@pytest.mark.parametrize(
    ("sentences", "sizes"),
    [
        (0, []),
        (512, [512]),
        (513, [384, 129]),
        (2400, [1280, 640, 480]),
        (8192, [2048, 2048, 2048, 1024, 512, 512]),
    ],
)
def test_pools_taper_off_so_that_the_last_is_small(sentences, sizes):
    assert [len(pool) for pool in FixedEngine().pools([7] * sentences, copies=1)] == sizes


def test_a_beam_takes_room():
    assert max(len(pool) for pool in FixedEngine().pools([7] * 500, copies=100)) <= 81


@pytest.mark.parametrize("trees", [1, 3, 500])
def test_room_never_exceeds_what_trees_can_need(trees):
    rooms = Rooms(levels=2)
    for words in engine_module.WORDS:
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
    assert fits(decoder, [3, 40])
    assert not fits(decoder, [3, 41])
    assert not fits(network(positions=300).decoder, [129])


@torch.no_grad()
def test_a_search_may_be_begun_in_any_mode():
    """Tensors made in inference mode may not be changed outside it."""
    made = network(positions=20).double()
    for policy in (Greedy(), BeamSearch(2)):
        search = fixed_search(made, policy)
        with torch.inference_mode():
            assert_searched(made, search, [3, 2], seed=1, policy=policy)
        assert_searched(made, search, [4, 2], seed=2, policy=policy)


class LeftInMemory(Plain):
    """As kernels do, leaves impossible numbers after the last chain node."""

    def chain_scores(self, head, chain, packing, *, shares, next_word):
        result = super().chain_scores(head, chain, packing, shares=shares, next_word=next_word)
        chain[int(packing.counts[0]) :] = float("nan")
        return result


@pytest.mark.parametrize("lengths", [[5, 1, 3], [9]])
@pytest.mark.parametrize("policy", [Greedy(), BeamSearch(3)])
@torch.no_grad()
def test_what_was_left_in_memory_is_not_read(lengths, policy):
    made = network(positions=40).double()
    assert_searched(made, fixed_search(made, policy, LeftInMemory()), lengths, seed=1, policy=policy)


@torch.no_grad()
def test_pools_may_be_under_way_at_once():
    made = network(positions=60).double()
    pools = [[9, 3, 1], [4, 4], [2]]
    features = [random_words(made, sum(lengths), seed) for seed, lengths in enumerate(pools)]
    search = fixed_search(made, BeamSearch(3))
    positions = made.encoder.position_table
    waiting = [search.start(words, positions, lengths=lengths) for words, lengths in zip(features, pools)]
    for wait, words, lengths in zip(waiting, features, pools):
        assert_same(wait(), searched(made, words, lengths, BeamSearch(3)))


@torch.no_grad()
def test_a_beam_that_holds_everything():
    """3 words and 2 labels make 81 trees; places of the beam stay empty."""
    made = network(seed=3, vocabulary=SMALL, positions=20).double()
    policy = BeamSearch(200)
    assert_searched(made, fixed_search(made, policy), [2, 1], seed=1, policy=policy)
