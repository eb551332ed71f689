"""Actions from scores: the best, or given ones, and their share of all there are."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from rightmost.decoding.choice import best_actions, given_actions
from rightmost.model.action_head import ActionScores

NEVER = float("-inf")
TARGETS, LABELS = 3, 4


def random_scores(states: int, seed: int) -> ActionScores:
    """Of labels that depend on the target; the last state's chain is of one node."""
    generator = torch.Generator().manual_seed(seed)
    target = torch.randn(states, TARGETS, generator=generator)
    target[-1, 1:] = NEVER
    both = torch.randn(2, states, TARGETS, LABELS, generator=generator)

    def labels_at(targets: Tensor) -> tuple[Tensor, Tensor]:
        parent, new = (part[torch.arange(states)[:, None], targets] for part in both)
        return parent, new

    return ActionScores(target, labels_at)


def test_the_best_of_each_part() -> None:
    scores = ActionScores.independent(
        torch.tensor([[0.0, 2.0, 1.0], [3.0, NEVER, NEVER]]),
        torch.tensor([[0.0, 1.0], [1.0, 0.0]]),
        torch.tensor([[5.0, 1.0], [1.0, 9.0]]),
    )
    assert best_actions(scores)[0].tolist() == [[1, 1, 0], [0, 0, 1]]


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(0, 10_000))
def test_labels_are_the_best_at_the_best_target(states: int, seed: int) -> None:
    scores = random_scores(states, seed)
    actions, log_probability = best_actions(scores)
    assert actions[:, 0].tolist() == scores.target.argmax(dim=1).tolist()
    for number, labels in enumerate(scores.labels(actions[:, 0]), start=1):
        assert actions[:, number].tolist() == labels.argmax(dim=1).tolist()
    assert torch.equal(given_actions(scores, actions)[1], log_probability)


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(0, 10_000))
def test_all_actions_together_are_certain(states: int, seed: int) -> None:
    scores = random_scores(states, seed)
    total = torch.zeros(states)
    for action in product(range(TARGETS), range(LABELS), range(LABELS)):
        asked = torch.tensor([action] * states)
        taken, log_probability = given_actions(scores, asked)
        assert taken is asked
        total += log_probability.exp()
    assert total.tolist() == pytest.approx([1.0] * states)


def test_half_precision_is_not_summed_in_half() -> None:
    """Labels that are all alike: bfloat16 would say 7.90625 for the logarithm of 2729."""
    many = torch.zeros(1, 2729, dtype=torch.bfloat16)
    scores = ActionScores.independent(torch.zeros(1, 1, dtype=torch.bfloat16), many, many)
    for log_probability in (best_actions(scores)[1], given_actions(scores, torch.tensor([[0, 5, 6]]))[1]):
        assert log_probability.dtype == torch.float32
        assert float(log_probability) == pytest.approx(-2 * 7.911691, abs=1e-4)
