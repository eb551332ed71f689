from __future__ import annotations

from itertools import product

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from decoding.enumeration import SMALL, all_sequences, log_probability
from model.growing import leaf
from model.networks import network, random_words
from rightmost.decoding.beam import ragged_beam_search, rank_triples
from rightmost.decoding.forest import Forest
from rightmost.model.network import Network
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import run


@pytest.mark.parametrize(
    ("words", "settings"),
    [(1, {}), (2, {}), (3, {}), (3, {"labels_given_target": False}), (3, {"decoder": "sequence"})],
)
@torch.no_grad()
def test_an_unbounded_beam_is_enumeration(words, settings):
    made = network(seed=3, vocabulary=SMALL, **settings).double()
    features = random_words(made, words, 7)
    sequences = all_sequences(words)
    expected = sorted((log_probability(made, features, actions) for actions in sequences), reverse=True)
    positions, room = made.encoder.position_table, len(sequences) + 5
    (beam,) = ragged_beam_search(made.decoder, features, positions, lengths=[words], beam=room)
    assert len(beam.actions) == len(sequences), "every tree, and none twice"
    assert beam.log_probabilities == pytest.approx(expected, abs=1e-5)
    trees = {str(tree_of(actions, [leaf(word) for word in range(words)], SMALL)) for actions in beam.actions}
    assert len(trees) == len(sequences)
    assert sum(torch.tensor(beam.log_probabilities).exp()) == pytest.approx(1.0, abs=1e-5)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.integers(1, 6), st.lists(st.integers(1, 6), min_size=1, max_size=4))
@torch.no_grad()
def test_batched_is_one_at_a_time_and_log_probabilities_are_the_actions_own(seed, beam, lengths):
    made = network(seed=seed, vocabulary=SMALL).double()
    words = random_words(made, sum(lengths), seed)
    positions = made.encoder.position_table
    together = ragged_beam_search(made.decoder, words, positions, lengths=lengths, beam=beam)
    for found, part in zip(together, words.split(lengths)):
        (alone,) = ragged_beam_search(made.decoder, part, positions, lengths=[len(part)], beam=beam)
        assert [actions.tolist() for actions in found.actions] == [actions.tolist() for actions in alone.actions]
        assert found.log_probabilities == sorted(found.log_probabilities, reverse=True)
        for actions, value in zip(found.actions, found.log_probabilities):
            named = [Action(t, SMALL.label(p), SMALL.label(n)) for t, p, n in actions.tolist()]
            run(named, [leaf(word) for word in range(len(part))])  # raises unless legal
            assert value == pytest.approx(log_probability(made, part, named), abs=1e-4)


def by_brute_force(made: Network, words: torch.Tensor, beam: int) -> list[tuple[float, list[list[int]]]]:
    """The beam of one sentence, every action at the best `beam` targets of every tree scored by itself."""
    prepared = made.decoder.prepare(words, made.encoder.position_table)
    found: list[tuple[float, list[list[int]]]] = [(0.0, [])]
    for _ in words:
        extended = []
        for total, actions in found:
            forest = Forest.planted(torch.zeros(1, dtype=torch.long), words=len(words), levels=9)
            for action in actions:
                forest.grow(torch.tensor([action]))
            scores = made.decoder(prepared, forest.states())
            target = scores.target.log_softmax(dim=1)[0]
            for place in target.topk(min(beam, len(target))).indices.tolist():
                labels = scores.labels(torch.tensor([place]))
                parent, new = (part.log_softmax(dim=1)[0].tolist() for part in labels)
                extended += [
                    (total + float(target[place]) + parent[p] + new[n], [*actions, [place, p, n]])
                    for p, n in product(range(len(parent)), range(len(new)))
                ]
        found = sorted(extended, key=lambda each: -each[0])[:beam]
    return [each for each in found if each[0] > float("-inf")]


@pytest.mark.parametrize(("beam", "given_target"), [(2, True), (2, False), (5, True), (5, False)])
@torch.no_grad()
def test_a_beam_is_brute_force(beam, given_target):
    lengths = [4, 1, 3]
    made = network(seed=beam, vocabulary=SMALL, labels_given_target=given_target).double()
    words = random_words(made, sum(lengths), beam)
    together = ragged_beam_search(made.decoder, words, made.encoder.position_table, lengths=lengths, beam=beam)
    for found, part in zip(together, words.split(lengths)):
        expected = by_brute_force(made, part, beam)
        assert [actions.tolist() for actions in found.actions] == [actions for _, actions in expected]
        assert found.log_probabilities == pytest.approx([value for value, _ in expected], abs=1e-5)


SCORES = st.lists(st.integers(0, 50), min_size=1, max_size=6).map(lambda scores: sorted(scores, reverse=True))


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 50), SCORES, SCORES), min_size=1, max_size=15))
def test_the_best_actions_lie_within_the_ranks(most, places):
    """Each place has a score, and labels, best first, have scores of their own there."""
    everything = [value + sum(pair) for value, parents, news in places for pair in product(parents, news)]
    ranked = sorted(places, key=lambda place: -(place[0] + place[1][0] + place[2][0]))
    bounded = [
        ranked[a][0] + ranked[a][1][b] + ranked[a][2][c]
        for a, b, c in rank_triples(most)
        if a < len(ranked) and b < len(ranked[a][1]) and c < len(ranked[a][2])
    ]
    best = sorted(everything, reverse=True)[:most]
    assert sorted(bounded, reverse=True)[: len(best)] == best
