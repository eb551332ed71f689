"""The probabilities of actions: those of enumeration."""

from __future__ import annotations

import math
from itertools import product

import pytest
import torch

from rightmost.model.action_scores import IMPOSSIBLE, ActionScores
from rightmost.streaming.choice import Choice

TARGET = torch.tensor([[0.3, 1.0, IMPOSSIBLE], [0.5, 0.1, 2.0]])
LABELS = torch.randn(2, 3, 2, 4, generator=torch.Generator().manual_seed(0))  # states, targets, parent or new, labels


def labels_at(targets):
    chosen = torch.stack([LABELS[state, row] for state, row in enumerate(targets)])
    return chosen[:, :, 0], chosen[:, :, 1]


def enumerated(state):
    target = TARGET[state].log_softmax(0)
    for at, parent, new in product(range(3), range(4), range(4)):
        labels = LABELS[state, at].log_softmax(-1)
        yield (at, parent, new), math.exp(target[at] + labels[0, parent] + labels[1, new])


@pytest.mark.parametrize("state", [0, 1])
def test_the_best_actions_and_the_one_that_was_taken(state):
    every = sorted(enumerated(state), key=lambda each: -each[1])
    action = every[1][0]
    choice = Choice.of(ActionScores(TARGET, labels_at), state, action, most=5)
    assert [each for each, _ in choice.best] == [each for each, _ in every[:5]]
    assert [share for _, share in choice.best] == pytest.approx([share for _, share in every[:5]], rel=1e-5)
    assert 2 ** -sum(choice.surprisal) == pytest.approx(every[1][1], rel=1e-5)
    shares = TARGET[state].softmax(0)
    assert choice.entropy[0] == pytest.approx(-sum(float(p * p.log2()) for p in shares if p > 0), rel=1e-5)


def test_labels_that_are_the_same_at_all_targets():
    scores = ActionScores.independent(TARGET[1:], LABELS[1:, 0, 0], LABELS[1:, 0, 1])
    best = Choice.of(scores, 0, (0, 0, 0), most=9).best
    assert len(best) == 9
    assert best[0][0] == (2, int(LABELS[1, 0, 0].argmax()), int(LABELS[1, 0, 1].argmax()))
    assert sum(share for _, share in best) <= 1
