from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.networks import DECODERS, batch_of, network
from rightmost.model.smoothing import IGNORED, cross_entropy

SCORES = st.lists(st.floats(-5, 5), min_size=3, max_size=3)


def naive(scores: list[float], right: int, smoothing: float) -> float:
    """Each possible answer has a weight; the rest are at -inf."""
    possible = [number for number, score in enumerate(scores) if score > -math.inf]
    total = sum(math.exp(scores[number]) for number in possible)
    weights = {number: smoothing / len(possible) + (1 - smoothing) * (number == right) for number in possible}
    return -sum(weight * math.log(math.exp(scores[number]) / total) for number, weight in weights.items())


@given(st.lists(st.tuples(SCORES, st.booleans(), st.booleans()), min_size=1, max_size=5), st.sampled_from([0.0, 0.1]))
def test_the_right_answer_has_most_of_the_weight_and_what_is_possible_shares_the_rest(rows, smoothing):
    scores = [[*row[:2], -math.inf if impossible else row[2]] for row, impossible, _ in rows]
    right = [IGNORED if ignored else 1 for _, _, ignored in rows]
    expected = sum(naive(row, 1, smoothing) for row, answer in zip(scores, right) if answer != IGNORED)
    found = cross_entropy(torch.tensor(scores), torch.tensor(right), smoothing=smoothing)
    assert float(found) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_network_smooths_while_it_learns_and_only_then(decoder):
    plain, smooth = (network(decoder=decoder, label_smoothing=share) for share in (0.0, 0.2))
    batch = batch_of(plain)
    with torch.no_grad():
        assert float(plain.loss(batch).total) == float(smooth.loss(batch).total)
        torch.manual_seed(0)
        exact = plain.train().loss(batch)
        torch.manual_seed(0)
        smoothed = smooth.train().loss(batch)
    assert smoothed.total.isfinite()
    assert smoothed.target != exact.target
    assert smoothed.tag != exact.tag


def test_smoothing_leaves_gradients_finite_where_much_is_impossible():
    made = network(label_smoothing=0.1).train()
    made.loss(batch_of(made)).total.backward()
    assert all(weight.grad is None or weight.grad.isfinite().all() for weight in made.parameters())
