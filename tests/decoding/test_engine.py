from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from decoding.searching import actions_of
from model.networks import network, random_words
from rightmost.decoding.engine import RaggedEngine, even_pools
from rightmost.decoding.greedy import Greedy


@given(st.lists(st.integers(), max_size=50), st.integers(1, 12))
def test_pools_hold_every_sentence_once_and_are_about_as_long(order, size):
    pools = even_pools(order, size=size)
    assert [number for pool in pools for number in pool] == order
    if order:
        assert max(map(len, pools)) <= size
        assert max(map(len, pools)) - min(map(len, pools)) <= 1
        assert len(pools) == -(-len(order) // size)


@pytest.mark.parametrize(("copies", "pools"), [(1, [[1, 2, 0]]), (512, [[1], [2], [0]]), (9999, [[1], [2], [0]])])
def test_the_longest_sentences_come_first_and_a_beam_takes_room(copies, pools):
    assert RaggedEngine().pools([3, 9, 4], copies=copies) == pools


@torch.no_grad()
def test_a_search_that_is_started_has_its_result_waiting():
    made = network().double()
    words = random_words(made, 5, 0)
    engine, positions = RaggedEngine(), made.encoder.position_table
    waiting = engine.start(made.decoder, words, positions, lengths=[2, 3], policy=Greedy())
    sent = engine.sent(words[0])
    expected = words[0].tolist()
    first = [each.tolist() for each in actions_of(waiting())]
    words.zero_()
    assert [each.tolist() for each in actions_of(waiting())] == first
    assert sent().tolist() in (expected, [0.0] * len(expected))
