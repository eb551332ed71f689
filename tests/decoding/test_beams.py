"""Beam search, on whatever device: what it finds, and what greedy search makes of the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.enumeration import SMALL
from model.networks import action_decoder, graph_decoder, network, random_words
from rightmost.decoding.beam import Beam, ragged_beam_search
from rightmost.decoding.beams import beam_search, start_beams
from rightmost.decoding.greedy import greedy_search
from rightmost.gpu.fixed_beam import fixed_beam_search_for

some_lengths = st.lists(st.integers(1, 6), min_size=1, max_size=4)


def assert_same(found: Sequence[Beam], expected: Sequence[Beam]) -> None:
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.actions.tolist() == theirs.actions.tolist()
        assert ours.log_probabilities == pytest.approx(theirs.log_probabilities, abs=1e-3)


@settings(deadline=None, max_examples=15)
@given(st.sampled_from(["graph", "sequence"]), st.integers(1, 4), some_lengths)
@torch.no_grad()
def test_a_search_that_is_begun_has_its_result_waiting(decoder: str, beam: int, lengths: list[int]) -> None:
    made = network(decoder=decoder, vocabulary=SMALL).double()
    words, positions = random_words(made, sum(lengths), 0), made.encoder.position_table
    expected = ragged_beam_search(action_decoder(made), words, positions, lengths=lengths, beam=beam)
    waiting = start_beams(action_decoder(made), words, positions, lengths=lengths, beam=beam)
    words.zero_()
    assert_same(waiting(), expected)
    assert_same(waiting(), expected)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), some_lengths)
@torch.no_grad()
def test_a_beam_of_one_is_greedy(seed: int, lengths: list[int]) -> None:
    made = network(seed=seed).double()
    words = random_words(made, sum(lengths), seed)
    positions = made.encoder.position_table
    greedy = greedy_search(action_decoder(made), words, positions, lengths=lengths)
    beams = beam_search(action_decoder(made), words, positions, lengths=lengths, beam=1)
    assert [row for beam in beams for row in beam.actions[0].tolist()] == greedy.actions.tolist()
    values = [float(part.sum()) for part in greedy.log_probabilities.split(lengths)]
    assert [beam.log_probabilities[0] for beam in beams] == pytest.approx(values, abs=1e-4)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000), st.integers(1, 6))
@torch.no_grad()
def test_forced_actions_are_taken_and_scored(seed: int, length: int) -> None:
    made = network(seed=seed, vocabulary=SMALL).double()
    words = random_words(made, length, seed)
    positions = made.encoder.position_table
    (beam,) = beam_search(action_decoder(made), words, positions, lengths=[length], beam=3)
    for actions, value in zip(beam.actions, beam.log_probabilities):
        forced = torch.from_numpy(actions).long()
        found = greedy_search(action_decoder(made), words, positions, lengths=[length], forced=forced)
        assert torch.equal(found.actions, forced)
        assert float(found.log_probabilities.sum()) == pytest.approx(value, abs=1e-4)


@pytest.mark.gpu
@pytest.mark.parametrize("has_room", [True, False])
@torch.no_grad()
def test_a_gpu_finds_what_the_cpu_does_even_where_it_had_too_little_room(has_room: bool) -> None:
    made = network(vocabulary=SMALL, positions=40)
    lengths = [9, 3, 1, 7, 26]
    words = random_words(made, sum(lengths), 1).float()
    expected = beam_search(action_decoder(made), words, made.encoder.position_table, lengths=lengths, beam=3)
    made.to("cuda")
    search = fixed_beam_search_for(graph_decoder(made), torch.device("cuda"), beam=3)
    if not has_room:
        search._search._rooms.capacity = lambda trees, words: (8,) * (graph_decoder(made).levels + 1)  # type: ignore[method-assign]
    positions = made.encoder.position_table
    assert_same(beam_search(action_decoder(made), words.cuda(), positions, lengths=lengths, beam=3), expected)
    assert (search.start(words.cuda(), positions, lengths=lengths)() is not None) == has_room


@pytest.mark.gpu
@torch.no_grad()
def test_a_sentence_that_is_too_long_for_fixed_shapes() -> None:
    made = network(vocabulary=SMALL, positions=20)
    words = random_words(made, 22, 1).float()
    expected = beam_search(action_decoder(made), words, made.encoder.position_table, lengths=[21, 1], beam=2)
    made.to("cuda")
    found = beam_search(action_decoder(made), words.cuda(), made.encoder.position_table, lengths=[21, 1], beam=2)
    assert_same(found, expected)
