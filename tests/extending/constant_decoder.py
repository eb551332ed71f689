"""A decoder that scores actions without looking at words or trees: what a language's labels alone can tell."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from rightmost.model.action_scores import IMPOSSIBLE, ActionScores, both_labels
from rightmost.model.decisions import action_decisions, action_loss
from rightmost.model.history import Numbers
from rightmost.model.states import States
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.system import System


class ConstantDecoder(nn.Module):
    """One learned score for each target up to `targets`, and for each label."""

    system = System.ATTACH_JUXTAPOSE
    packs = False
    levels = 0

    def __init__(self, *, labels: int, targets: int) -> None:
        super().__init__()
        self.targets = targets
        self.scores = nn.Parameter(torch.randn(targets + 2 * (labels + 1)))

    def prepare(self, words: Tensor, positions: Tensor) -> Tensor:
        return self.scores.to(words.dtype)

    def forward(self, prepared: Tensor, states: States) -> ActionScores:
        scores = prepared.expand(len(states.next_word), -1)
        target, both = scores[:, : self.targets], scores[:, self.targets :]
        place = torch.arange(self.targets, device=scores.device)
        target = target.masked_fill(place >= states.chain_length.clamp(min=1)[:, None], IMPOSSIBLE)
        return ActionScores.independent(target, *both_labels(both)).masked(states.is_first)

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        return action_decisions(actions, vocabulary)

    def loss(self, prepared: Tensor, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        return action_loss(self(prepared, states), decisions, smoothing=smoothing)
