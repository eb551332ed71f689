"""A track, taken step by step: the words of a pool are read as ragged search reads them."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from model.growing import leaf
from model.networks import graph_decoder, network, random_words
from rightmost.decoding.greedy import Greedy, ragged_search
from rightmost.gpu.packed import Plain
from rightmost.gpu.track import MOST_WORDS, InTorch, Shape, Track
from rightmost.model.graph_decoder import GraphDecoder
from rightmost.model.network import Network
from rightmost.model.states import ABSENT, DEPTH, slots_for
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import run

TREES, WORDS = 6, 60  # that there is room for
some_lengths = st.lists(st.integers(1, 9), min_size=1, max_size=6).map(lambda some: sorted(some, reverse=True))


def small_network(seed: int = 0) -> tuple[Network, GraphDecoder]:
    made = network(seed=seed, positions=20).double()
    return made, graph_decoder(made)


def laid(made: Network, decoder: GraphDecoder) -> Track:
    prepared = decoder.prepare(random_words(made, 1, 0), made.encoder.position_table)
    return Track.laid(prepared, trees=TREES, words=WORDS, levels=decoder.levels)


def load(track: Track, made: Network, words: Tensor, lengths: list[int], *, forced: Tensor | None = None) -> None:
    count = torch.tensor(lengths)
    prepared = graph_decoder(made).prepare(words, made.encoder.position_table)
    track.load(prepared, count.cumsum(0) - count, count, forced=forced)


def step(track: Track, decoder: GraphDecoder, *, word: int, forced: bool = False) -> None:
    """The next one, for more trees than there may be, with as much room as there can be need of."""
    capacity = (TREES * slots_for(word + 1),) * (decoder.levels + 1)
    shape = Shape(TREES, word + 1, capacity, is_first=word == 0, is_forced=forced)
    track.step(decoder, shape, steps=Plain(), on_trees=InTorch())


def assert_read(track: Track, expected: Greedy) -> None:
    words = len(expected.actions)
    assert torch.equal(track.actions[:words], expected.actions)
    torch.testing.assert_close(track.log_probabilities[:words], expected.log_probabilities, atol=1e-5, rtol=1e-5)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), some_lengths, st.booleans())
@torch.no_grad()
def test_pool_after_pool_is_read_as_by_ragged_search(seed: int, lengths: list[int], is_forced: bool) -> None:
    """On one track, with nothing of the pool before left over."""
    made, decoder = small_network(seed)
    track, positions = laid(made, decoder), made.encoder.position_table
    for pool in ([9] * 6, lengths):
        words, others = (random_words(made, sum(pool), seed + more) for more in (0, 1))
        forced = ragged_search(decoder, others, positions, lengths=pool).actions if is_forced else None
        track.actions.zero_()
        load(track, made, words, pool, forced=forced)
        for word in range(max(pool)):
            step(track, decoder, word=word, forced=is_forced)
        assert_read(track, ragged_search(decoder, words, positions, lengths=pool, forced=forced))
        assert not track.actions[sum(pool) : -1].any(), "what is thrown away goes into the last row"


@torch.no_grad()
def test_each_step_counts_the_rows_it_saw_and_trees_that_are_over_are_not_seen() -> None:
    made, decoder = small_network()
    lengths = [6, 6, 2, 1]
    words = random_words(made, sum(lengths), 4)
    track = laid(made, decoder)
    load(track, made, words, lengths)
    for word in range(6):
        step(track, decoder, word=word)
        assert int(track.word) == word + 1
        is_over = (track.nodes[DEPTH, : len(lengths)] >= ABSENT // 2).all(dim=1)
        assert is_over.tolist() == [length <= word + 1 for length in lengths]
    for word in range(6):
        chains = [
            run([named(made, row) for row in actions[:word].tolist()], [leaf(n) for n in range(word)]).chain_length
            for actions in track.actions[: sum(lengths)].split(lengths)
            if len(actions) > word
        ]
        assert int(track.counts[word, 0]) == sum(max(1, chain) for chain in chains), "the dummy is an empty tree's"
    assert track.counts[:6].diff(dim=1).min() >= 0
    assert not track.counts[6:].any()


def named(made: Network, row: list[int]) -> Action:
    target, parent, new = row
    return Action(target, made.vocabulary.label(parent), made.vocabulary.label(new))


@pytest.mark.parametrize(
    ("trees", "words", "fits"), [(6, 60, True), (1, 1, True), (7, 60, False), (6, 61, False), (6, 59, True)]
)
@torch.no_grad()
def test_what_there_is_room_for(trees: int, words: int, fits: bool) -> None:
    assert laid(*small_network()).fits(trees=trees, words=words) == fits


@torch.no_grad()
def test_a_tree_without_a_word_to_come_may_point_behind_the_last_word() -> None:
    made, decoder = small_network()
    track = laid(made, decoder)
    assert len(track.prepared.shares.labels) == WORDS + MOST_WORDS
    assert len(track.prepared.tables.table) == decoder.features.rows.first_leaf + WORDS + MOST_WORDS


def test_a_shape_has_the_slots_of_its_words() -> None:
    assert Shape(1, 6, (8, 8), is_first=False, is_forced=False).slots == slots_for(6)
