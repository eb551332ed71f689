"""The decoders: from words and states to the scores of actions.

Learning needs three methods of a decoder. `prepare` does all that depends on the words alone, and so is the same for
every state. `decisions` are what a parser would decide to build a tree, a row of numbers each, the first of them the
state's time. `loss` is the cross-entropies of target, parent and new label, summed over the right decisions. (3,)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from rightmost.model.action_head import NEVER, ActionHead, ActionScores, TwoLayers, WordShares, apart
from rightmost.model.gcn import GraphConvolution
from rightmost.model.history import Numbers
from rightmost.model.neighbourhood import FeatureTable, Neighbourhood
from rightmost.model.smoothing import cross_entropy
from rightmost.model.states import SLOTS_PER_WORD, States
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action


@dataclass(frozen=True)
class FeatureTables:
    """Input features [dummy and labels | positions | leaves], as they are and after the first layer's map."""

    table: Tensor  # (table rows, width)
    mapped: Tensor


class TreeFeatures(nn.Module):
    """The features of the nodes on every state's chain, by graph convolution."""

    def __init__(self, width: int, *, labels: int, positions: int, convolution: GraphConvolution) -> None:
        super().__init__()
        self.rows = FeatureTable(labels=labels, positions=positions)
        self.dummy = nn.Parameter(torch.empty(1, width).normal_(std=0.02))
        self.labels = nn.Parameter(torch.empty(labels, width // 2).normal_(std=0.02))
        self.convolution = convolution

    def prepare(self, words: Tensor, positions: Tensor) -> FeatureTables:
        """The tables for these words."""
        labels = torch.cat([self.labels, torch.zeros_like(self.labels)], dim=1)
        places = torch.cat([torch.zeros_like(positions), positions], dim=1)
        dtype = _working_dtype(words)
        table = torch.cat([part.to(dtype) for part in (self.dummy, labels, places, words)])
        return FeatureTables(table, self.convolution.mapped(table))

    def forward(self, tables: FeatureTables, states: States) -> tuple[Tensor, Tensor]:
        """Chain features, state by state, and how many each state has. (chain rows, width), (states,)"""
        levels = len(self.convolution.layers)
        near = Neighbourhood.of(states, levels=levels, table=self.rows, dtype=tables.table.dtype)
        return self.convolution(tables.table, near, mapped=tables.mapped), near.chain_length


@dataclass(frozen=True)
class GraphPrepared:
    """What the graph decoder computes once for a batch's words."""

    tables: FeatureTables
    shares: WordShares


class GraphDecoder(nn.Module):
    """The paper's decoder: chain features, then the action head."""

    def __init__(self, features: TreeFeatures, head: ActionHead) -> None:
        super().__init__()
        self.features = features
        self.head = head

    @property
    def levels(self) -> int:
        """How far below the chain it looks."""
        return len(self.features.convolution.layers)

    def prepare(self, words: Tensor, positions: Tensor) -> GraphPrepared:
        return GraphPrepared(self.features.prepare(words, positions), self.head.shares(words))

    def forward(self, prepared: GraphPrepared, states: States) -> ActionScores:
        chain, chain_length = self.features(prepared.tables, states)
        scores: ActionScores = self.head(
            chain, chain_length, prepared.shares, next_word=states.next_word, is_first=states.is_first
        )
        return scores

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        return action_decisions(actions, vocabulary)

    def loss(self, prepared: GraphPrepared, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        return action_loss(self(prepared, states), decisions, smoothing=smoothing)


class SequenceDecoder(nn.Module):
    """The ablation without a tree: a two-layer network on the coming word alone, targets a number up to `targets`."""

    def __init__(self, width: int, *, hidden: int, labels: int, targets: int) -> None:
        super().__init__()
        self.targets = targets
        self.levels = 0  # it looks at no node but the chain's, and counts those
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
            target = target.masked_fill(place >= states.chain_length[:, None], NEVER)
        return ActionScores.independent(target, *apart(both)).masked(states.is_first)

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        decisions = action_decisions(actions, vocabulary)
        decisions[:, 1] = decisions[:, 1].clip(max=self.targets - 1)
        return decisions

    def loss(self, prepared: Tensor, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        return action_loss(self(prepared, states), decisions, smoothing=smoothing)


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


def _working_dtype(words: Tensor) -> torch.dtype:
    """What big tensors are kept in: autocast's type where it is on."""
    device = words.device.type
    return torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else words.dtype
