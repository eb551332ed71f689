from __future__ import annotations

import copy
import math
from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from decoding.enumeration import SMALL, all_sequences, log_probability
from decoding.searching import beams, searched, trees_of
from model.growing import leaf
from model.networks import network, random_words
from rightmost.decoding.beam import BeamSearch
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
    (beam,) = beams(made, features, [words], len(sequences) + 5)
    assert len(beam) == len(sequences), "every tree, and none twice"
    assert [value for value, _ in beam] == pytest.approx(expected, abs=1e-5)
    leaves = [leaf(word) for word in range(words)]
    assert len({str(tree_of(np.array(actions), leaves, SMALL)) for _, actions in beam}) == len(sequences)
    assert sum(math.exp(value) for value, _ in beam) == pytest.approx(1.0, abs=1e-5)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.integers(1, 6), st.lists(st.integers(1, 6), min_size=1, max_size=4))
@torch.no_grad()
def test_batched_is_one_at_a_time_and_log_probabilities_are_the_actions_own(seed, beam, lengths):
    made = network(seed=seed, vocabulary=SMALL).double()
    words = random_words(made, sum(lengths), seed)
    together = beams(made, words, lengths, beam)
    for found, part in zip(together, words.split(lengths)):
        (alone,) = beams(made, part, [len(part)], beam)
        assert [actions for _, actions in found] == [actions for _, actions in alone]
        assert found == sorted(found, key=lambda each: -each[0])
        for value, actions in found:
            named = [Action(t, SMALL.label(p), SMALL.label(n)) for t, p, n in actions]
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
    for found, part in zip(beams(made, words, lengths, beam), words.split(lengths)):
        expected = by_brute_force(made, part, beam)
        assert [actions for _, actions in found] == [actions for _, actions in expected]
        assert [value for value, _ in found] == pytest.approx([value for value, _ in expected], abs=1e-5)


@torch.no_grad()
def test_what_each_word_gained_adds_up():
    made = network(seed=1, vocabulary=SMALL).double()
    lengths = [5, 2]
    found = searched(made, random_words(made, sum(lengths), 1), lengths, BeamSearch(4))
    for gained, total, length in zip(found.gained, found.total, lengths):
        assert gained[:, :length].sum(axis=1) == pytest.approx(total, abs=1e-4)


def in_order_sequences(made, words: torch.Tensor) -> dict[str, float]:
    """Every tree that the in-order masks allow, by its actions, and how probable it is."""
    trees = trees_of(made, words, [len(words)])
    waiting, found = [(trees, 0.0)], {}
    while waiting:
        trees, total = waiting.pop()
        if trees.finished():
            found[str(trees.found().actions[0, 0].tolist())] = total
            continue
        values = trees.scores().values[0]
        for action in values.isfinite().nonzero()[:, 0].tolist():
            other = copy.deepcopy(trees)
            other.grow(torch.tensor([action]), values[[action]])
            waiting.append((other, total + float(values[action])))
    return found


@pytest.mark.parametrize("words", [1, 2, 3])
@torch.no_grad()
def test_an_unbounded_in_order_beam_is_enumeration(words):
    made = network(seed=5, vocabulary=SMALL, decoder="in-order").double()
    features = random_words(made, words, 3)
    expected = in_order_sequences(made, features)
    (found,) = beams(made, features, [words], len(expected) + 7)
    assert {str(actions): value for value, actions in found} == pytest.approx(expected, abs=1e-5)
    assert len(found) == len(expected), "every tree, and none twice"
    assert sum(math.exp(value) for value, _ in found) == pytest.approx(1.0, abs=1e-5)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000), st.integers(1, 5), st.lists(st.integers(1, 6), min_size=1, max_size=4))
@torch.no_grad()
def test_an_in_order_beam_batched_is_one_at_a_time(seed, beam, lengths):
    made = network(seed=seed, vocabulary=SMALL, decoder="in-order").double()
    words = random_words(made, sum(lengths), seed)
    together = beams(made, words, lengths, beam)
    for found, part in zip(together, words.split(lengths)):
        (alone,) = beams(made, part, [len(part)], beam)
        assert [actions for _, actions in found] == [actions for _, actions in alone]
        assert [value for value, _ in found] == pytest.approx([value for value, _ in alone], abs=1e-5)
