"""Trees of fixed shapes, taken step by step: the words of a pool are read as ragged trees read them."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.searching import actions_of, searched
from gpu.fixed_searches import assert_same
from model.growing import leaf
from model.networks import graph_decoder, network, random_words
from rightmost.decoding.greedy import Greedy
from rightmost.gpu.fixed_trees import MOST_WORDS, FixedTrees, InTorch, StepShape
from rightmost.gpu.packed_scores import Plain
from rightmost.model.network import Network
from rightmost.model.states import ABSENT, DEPTH, slots_for
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import run

TREES, WORDS = 6, 60  # that there is room for
some_lengths = st.lists(st.integers(1, 9), min_size=1, max_size=6).map(lambda some: sorted(some, reverse=True))


def small_network(seed: int = 0) -> Network:
    return network(seed=seed, positions=20).double()


def laid(made: Network) -> FixedTrees:
    decoder = graph_decoder(made)
    prepared = decoder.prepare(random_words(made, 1, 0), made.encoder.position_table)
    sizes = {"trees": TREES, "words": WORDS, "copies": 1}
    return FixedTrees(decoder, prepared, **sizes, steps=Plain(), on_trees=InTorch())


def step(trees: FixedTrees, made: Network, *, word: int) -> None:
    """The next one, for more trees than there may be, with as much room as there can be need of."""
    capacity = (TREES * slots_for(word + 1),) * (graph_decoder(made).levels + 1)
    trees.shape = StepShape(TREES, word + 1, capacity, is_first=word == 0)
    Greedy().step(trees)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), some_lengths)
@torch.no_grad()
def test_pool_after_pool_is_read_as_by_ragged_trees(seed: int, lengths: list[int]) -> None:
    """In the same places, with nothing of the pool before left over."""
    made = small_network(seed)
    trees, positions = laid(made), made.encoder.position_table
    for pool in ([9] * 6, lengths):
        words = random_words(made, sum(pool), seed)
        trees.load(words, positions, pool)
        for word in range(max(pool)):
            step(trees, made, word=word)
        assert trees.finished()
        assert_same(Greedy().valued(trees.found()), searched(made, words, pool, Greedy()))


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), some_lengths)
@torch.no_grad()
def test_words_that_come_one_by_one_are_words_that_were_known(seed: int, lengths: list[int]) -> None:
    made = small_network(seed)
    trees, positions = laid(made), made.encoder.position_table
    words = random_words(made, sum(lengths), seed)
    for known in range(1, max(lengths) + 1):
        first = torch.cat([part[:known] for part in words.split(lengths)])
        counts = [min(known, length) for length in lengths]
        if known == 1:
            trees.load(first, positions, counts)
        else:
            trees.extend(first, counts)
        step(trees, made, word=known - 1)
    assert_same(Greedy().valued(trees.found()), searched(made, words, lengths, Greedy()))


@torch.no_grad()
def test_each_step_counts_the_rows_it_saw_and_trees_that_are_over_are_not_seen() -> None:
    made = small_network()
    lengths = [6, 6, 2, 1]
    words = random_words(made, sum(lengths), 4)
    trees = laid(made)
    trees.load(words, made.encoder.position_table, lengths)
    for word in range(6):
        step(trees, made, word=word)
        assert int(trees.word) == word + 1
        is_over = (trees.nodes[DEPTH, : len(lengths)] >= ABSENT // 2).all(dim=1)
        assert is_over.tolist() == [length <= word + 1 for length in lengths]
    for word in range(6):
        chains = [
            run([named(made, row) for row in actions[:word].tolist()], [leaf(n) for n in range(word)]).chain_length
            for actions in actions_of(trees.found())
            if len(actions) > word
        ]
        assert int(trees.counts[word, 0]) == sum(max(1, chain) for chain in chains), "the dummy is an empty tree's"
    assert trees.counts[:6].diff(dim=1).min() >= 0
    assert not trees.counts[6:].any()


def named(made: Network, row: list[int]) -> Action:
    target, parent, new = row
    return Action(target, made.vocabulary.label(parent), made.vocabulary.label(new))


@pytest.mark.parametrize(
    ("trees", "words", "fits"), [(6, 60, True), (1, 1, True), (7, 60, False), (6, 61, False), (6, 59, True)]
)
@torch.no_grad()
def test_what_there_is_room_for(trees: int, words: int, fits: bool) -> None:
    assert laid(small_network()).fits(trees=trees, words=words) == fits


@torch.no_grad()
def test_a_tree_without_a_word_to_come_may_point_after_the_last_word() -> None:
    made = small_network()
    trees = laid(made)
    assert len(trees._prepared.shares.labels) == WORDS + MOST_WORDS
    assert len(trees._prepared.tables.table) == graph_decoder(made).features.rows.first_leaf + WORDS + MOST_WORDS


def test_a_shape_has_the_slots_of_its_words() -> None:
    assert StepShape(1, 6, (8, 8), is_first=False).slots == slots_for(6)
