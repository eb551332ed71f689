"""The ablation with in-order shift-reduce actions, over the same encoder and graph convolution (the paper's ablation).

A state is a partial tree and an index i: chain nodes 0 to i are open. The feature of chain node i, and the coming word,
decide on shift, reduce or the projection of a label. Chain nodes are numbered in the order of their slots, which is
their order on the chain, but for one thing: a node just projected over another has the last slot, and so comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from rightmost.model.history import Numbers
from rightmost.model.smoothing import cross_entropy
from rightmost.model.states import SLOTS_PER_WORD, States
from rightmost.model.tree_features import FeatureTables, TreeFeatures
from rightmost.model.two_layers import TwoLayers
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.system import System
from rightmost.transitions.translation import chain_length_after

SHIFT, REDUCE = 0, 1  # the projection of label number n is n + 1


@dataclass(frozen=True)
class InOrderPrepared:
    """What the decoder computes once for a batch's words."""

    tables: FeatureTables
    shares: Tensor  # (words + 1, hidden) what the coming word adds to the hidden layer; the last: no word


class InOrderDecoder(nn.Module):
    """Scores of in-order actions in states with an open index."""

    system = System.IN_ORDER
    packs = False

    def __init__(self, features: TreeFeatures, *, width: int, hidden: int, labels: int) -> None:
        super().__init__()
        self.features = features
        self.nothing_open = nn.Parameter(torch.empty(width).normal_(std=0.02))
        self.no_word_left = nn.Parameter(torch.empty(width).normal_(std=0.02))
        self.net = TwoLayers(width, width, hidden, labels + 2)

    @property
    def levels(self) -> int:
        """How far below the chain it looks."""
        return len(self.features.convolution.layers)

    def prepare(self, words: Tensor, positions: Tensor) -> InOrderPrepared:
        assert self.net.second is not None
        coming = torch.cat([words, self.no_word_left.to(words.dtype)[None]])
        return InOrderPrepared(self.features.prepare(words, positions), self.net.second(coming))

    def forward(self, prepared: InOrderPrepared, states: States, *, open_node: Tensor, words_left: Tensor) -> Tensor:
        """The scores of shift, reduce and each projection. (states, labels + 2)"""
        chain, chain_length = self.features(prepared.tables, states)
        starts = chain_length.cumsum(0) - chain_length
        node = chain.index_select(0, starts + open_node.clamp(min=0))
        node = torch.where(open_node[:, None] < 0, node + self.nothing_open.to(chain.dtype), node)
        coming = torch.where(words_left, states.next_word, len(prepared.shares) - 1)
        scores: Tensor = self.net(self.net.first(node) + prepared.shares.index_select(0, coming))
        return scores

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        """One an in-order action: time, action, open chain node (-1: none), whether words are left. (n + 2m, 4)"""
        rows: list[tuple[int, int, int, int]] = []
        chain = 0
        for word, action in enumerate(actions):
            time = SLOTS_PER_WORD * word
            is_new = action.new_label is not None
            stop = action.target - is_new if chain else -1
            rows += [(time, REDUCE, index, 1) for index in range(chain - 1, stop, -1)]
            if is_new:
                rows.append((time, vocabulary.label_number(action.new_label) + 1, stop, 1))
            rows.append((time + is_new, SHIFT, (chain if is_new else action.target) if chain else -1, 1))
            if action.parent_label is not None:
                left = int(word + 1 < len(actions))
                index = action.target if chain else -1
                rows.append((time + 2, vocabulary.label_number(action.parent_label) + 1, index, left))
            chain = chain_length_after(action, chain)
        time = SLOTS_PER_WORD * len(actions)
        rows += [(time, REDUCE, index, 0) for index in range(chain - 1, -1, -1)]
        return np.array(rows, dtype=np.int32)

    def loss(self, prepared: InOrderPrepared, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        """The cross-entropy of the right actions, summed, as the first of three parts. (3,)"""
        _, right, open_node, words_left = decisions.unbind(1)
        scores = self(prepared, states, open_node=open_node, words_left=words_left.bool())
        loss = cross_entropy(scores, right, smoothing=smoothing)
        return torch.stack([loss, torch.zeros_like(loss), torch.zeros_like(loss)])
