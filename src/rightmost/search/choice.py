"""Actions from their scores: the best of each state, or given ones, and how probable they are."""

from __future__ import annotations

import torch
from torch import Tensor

from rightmost.model.heads import ActionScores


def best_actions(scores: ActionScores) -> tuple[Tensor, Tensor]:
    """The best action of each state, part by part, and its log-probability. (states, 3), (states,)"""
    best = [part.float().log_softmax(dim=1).max(dim=1) for part in (scores.target, scores.parent, scores.new)]
    log_probability = best[0].values + best[1].values + best[2].values
    return torch.stack([choice for _, choice in best], dim=1), log_probability


def given_actions(scores: ActionScores, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The given actions and their log-probabilities. (states, 3), (states,)"""
    parts = (scores.target, scores.parent, scores.new)
    values = [part.float().log_softmax(dim=1).gather(1, actions[:, [number]]) for number, part in enumerate(parts)]
    return actions, torch.cat(values, dim=1).sum(1)
