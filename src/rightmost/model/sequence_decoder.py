"""The ablation without a tree (the paper's section 5): a two-layer network on the coming word alone."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from rightmost.model.action_scores import IMPOSSIBLE, ActionScores, both_labels
from rightmost.model.decisions import action_decisions, action_loss
from rightmost.model.history import Numbers
from rightmost.model.states import States
from rightmost.model.two_layers import TwoLayers
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.system import System


class SequenceDecoder(nn.Module):
    """Scores from the coming word alone; its target is a number up to `targets`."""

    system = System.ATTACH_JUXTAPOSE
    packs = False
    levels = 0  # it looks at no node but the chain's, and counts those

    def __init__(self, width: int, *, hidden: int, labels: int, targets: int) -> None:
        super().__init__()
        self.targets = targets
        self.net = TwoLayers(width, 0, hidden, targets + 2 * (labels + 1))

    def prepare(self, words: Tensor, positions: Tensor) -> Tensor:
        """The scores of every word's action. (words, targets + 2 (labels + 1))"""
        scores: Tensor = self.net(self.net.first(words))
        return scores

    def forward(self, prepared: Tensor, states: States) -> ActionScores:
        scores = prepared.index_select(0, states.next_word)
        target, both = scores[:, : self.targets], scores[:, self.targets :]
        if not self.training:  # while training no tree is looked at; while parsing, targets are those on the chain
            place = torch.arange(self.targets, device=scores.device)
            target = target.masked_fill(place >= states.chain_length[:, None], IMPOSSIBLE)
        return ActionScores.independent(target, *both_labels(both)).masked(states.is_first)

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        decisions = action_decisions(actions, vocabulary)
        decisions[:, 1] = decisions[:, 1].clip(max=self.targets - 1)
        return decisions

    def loss(self, prepared: Tensor, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        return action_loss(self(prepared, states), decisions, smoothing=smoothing)
