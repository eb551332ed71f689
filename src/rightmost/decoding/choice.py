"""Actions from their scores: the best of each state, or given ones, and how probable they are."""

from __future__ import annotations

import torch
from torch import Tensor

from rightmost.model.action_head import ActionScores


def best_actions(scores: ActionScores) -> tuple[Tensor, Tensor]:
    """The best target of each state, and labels there, and their log-probability. (states, 3), (states,)"""
    target = scores.target.float().log_softmax(dim=1).max(dim=1)
    parent, new = (part.float().log_softmax(dim=1).max(dim=1) for part in scores.labels(target.indices))
    return torch.stack([target.indices, parent.indices, new.indices], dim=1), target.values + parent.values + new.values


def given_actions(scores: ActionScores, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The given actions and their log-probabilities. (states, 3), (states,)"""
    parts = (scores.target, *scores.labels(actions[:, 0]))
    values = [part.float().log_softmax(dim=1).gather(1, actions[:, [number]]) for number, part in enumerate(parts)]
    return actions, torch.cat(values, dim=1).sum(1)
