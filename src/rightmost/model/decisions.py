"""The decisions that build a tree by attach-juxtapose actions, and the loss of scores against them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from rightmost.model.action_scores import ActionScores
from rightmost.model.history import Numbers
from rightmost.model.smoothing import cross_entropy
from rightmost.model.states import SLOTS_PER_WORD
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action


def action_decisions(actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
    """One decision a word: time, target, parent label, new label. (words, 4)"""
    number = vocabulary.label_number
    rows = [
        (SLOTS_PER_WORD * word, action.target, number(action.parent_label), number(action.new_label))
        for word, action in enumerate(actions)
    ]
    return np.array(rows, dtype=np.int32)


def action_loss(scores: ActionScores, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
    """The cross-entropy of each part of the right actions, summed. (3,)"""
    right = decisions[:, 1:].unbind(1)
    parts = (scores.target, *scores.labels(right[0]))
    return torch.stack([cross_entropy(part, gold, smoothing=smoothing) for part, gold in zip(parts, right)])
