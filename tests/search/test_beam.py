from __future__ import annotations

from itertools import product

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.networks import network
from rightmost.model.network import Network
from rightmost.search.beam import rank_triples
from rightmost.search.beams import beam_search
from rightmost.search.building import tree_of
from rightmost.search.greedy import greedy_search
from rightmost.tensors.forest import Forest
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import State, run
from tensors.growth import leaf

SMALL = Vocabulary(("A", "B"), ("X",))


def random_words(made: Network, words: int, seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(words, made.config.width, generator=generator, dtype=torch.float64)


def log_probability(made: Network, words: torch.Tensor, actions: list[Action]) -> float:
    """Of one action sequence, by the decoder alone."""
    forest = Forest.planted(torch.zeros(1, dtype=torch.long), words=len(words), levels=9)
    prepared = made.decoder.prepare(words, made.encoder.position_table)
    total = 0.0
    for action in actions:
        scores = made.decoder(prepared, forest.states())
        numbers = [action.target, SMALL.label_number(action.parent_label), SMALL.label_number(action.new_label)]
        labels = scores.labels(torch.tensor([action.target]))
        for part, number in zip((scores.target, *labels), numbers):
            total += float(part.log_softmax(dim=1)[0, number])
        forest.grow(torch.tensor([numbers]))
    return total


def all_sequences(words: int) -> list[list[Action]]:
    found: list[tuple[list[Action], State]] = [([], State())]
    for word in range(words):
        found = [
            ([*actions, action], state.apply(action, leaf(word)))
            for actions, state in found
            for action in state.legal_actions(SMALL.labels)
        ]
    return [actions for actions, _ in found]


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
    (beam,) = beam_search(made.decoder, features, made.encoder.position_table, lengths=[words], beam=len(sequences) + 5)
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
    together = beam_search(made.decoder, words, positions, lengths=lengths, beam=beam)
    for found, part in zip(together, words.split(lengths)):
        (alone,) = beam_search(made.decoder, part, positions, lengths=[len(part)], beam=beam)
        assert [actions.tolist() for actions in found.actions] == [actions.tolist() for actions in alone.actions]
        assert found.log_probabilities == sorted(found.log_probabilities, reverse=True)
        for actions, value in zip(found.actions, found.log_probabilities):
            named = [Action(t, SMALL.label(p), SMALL.label(n)) for t, p, n in actions.tolist()]
            run(named, [leaf(word) for word in range(len(part))])  # raises unless legal
            assert value == pytest.approx(log_probability(made, part, named), abs=1e-4)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 7), min_size=1, max_size=4))
@torch.no_grad()
def test_a_beam_of_one_is_greedy(seed, lengths):
    made = network(seed=seed).double()
    words = random_words(made, sum(lengths), seed)
    positions = made.encoder.position_table
    greedy = greedy_search(made.decoder, words, positions, lengths=lengths)
    beams = beam_search(made.decoder, words, positions, lengths=lengths, beam=1)
    assert [row for beam in beams for row in beam.actions[0].tolist()] == greedy.actions.tolist()
    values = [float(part.sum()) for part in greedy.log_probabilities.split(lengths)]
    assert [beam.log_probabilities[0] for beam in beams] == pytest.approx(values, abs=1e-4)


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
    together = beam_search(made.decoder, words, made.encoder.position_table, lengths=lengths, beam=beam)
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


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000), st.integers(1, 6))
@torch.no_grad()
def test_forced_actions_are_taken_and_scored(seed, length):
    made = network(seed=seed, vocabulary=SMALL).double()
    words = random_words(made, length, seed)
    positions = made.encoder.position_table
    (beam,) = beam_search(made.decoder, words, positions, lengths=[length], beam=3)
    for actions, value in zip(beam.actions, beam.log_probabilities):
        forced = torch.from_numpy(actions).long()
        found = greedy_search(made.decoder, words, positions, lengths=[length], forced=forced)
        assert torch.equal(found.actions, forced)
        assert float(found.log_probabilities.sum()) == pytest.approx(value, abs=1e-4)
