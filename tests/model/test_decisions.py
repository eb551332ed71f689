from __future__ import annotations

import pytest
import torch

from model.growing import VOCABULARY
from model.networks import network
from rightmost.model.action_scores import ActionScores
from rightmost.model.decisions import action_decisions, action_loss
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR


def test_decisions_are_the_oracle_s_actions_numbered():
    made = network(vocabulary=VOCABULARY)
    actions = oracle(Tree.from_string(ARTHUR))
    decisions = action_decisions(actions, VOCABULARY)
    assert decisions[:, 0].tolist() == [0, 3, 6, 9, 12, 15]
    names = [(int(row[1]), VOCABULARY.label(row[2]), VOCABULARY.label(row[3])) for row in decisions]
    assert names == [(action.target, action.parent_label, action.new_label) for action in actions]
    assert (made.decoder.decisions(actions, VOCABULARY) == decisions).all()


def test_the_loss_is_three_cross_entropies_summed():
    torch.manual_seed(0)
    parts = torch.randn(4, 3), torch.randn(4, 6), torch.randn(4, 6)
    scores = ActionScores.independent(*parts)
    decisions = torch.tensor([[0, 2, 5, 0], [3, 0, 0, 1], [6, 1, 3, 3], [9, 0, 1, 2]])
    naive = [
        -sum(float(part[row].log_softmax(0)[decisions[row, column]]) for row in range(4))
        for column, part in enumerate(parts, start=1)
    ]
    assert action_loss(scores, decisions).tolist() == pytest.approx(naive, rel=1e-5)
