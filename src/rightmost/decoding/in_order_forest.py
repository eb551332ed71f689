"""The partial trees of in-order actions as tensors, and the masks that let only legal sequences that end come out.

Trees have no unary chains here, so a label projected over a node must be followed by a shift, and a label is projected
over a node only while words are left. What was done is kept as attach-juxtapose actions (Theorem 4, read backwards).
"""

from __future__ import annotations

import torch
from torch import Tensor

from rightmost.model.in_order_decoder import REDUCE, SHIFT
from rightmost.model.states import (
    DUMMY,
    LEAF,
    LEAF_LABEL,
    NEW,
    PARENT,
    SLOTS_PER_WORD,
    States,
    degrees,
    seen_depth,
    slots_for,
)

#: What is on top of the stack.
NOTHING, A_LEAF, A_NODE, OPEN_OVER_LEAF, OPEN_OVER_NODE = range(5)


class InOrderForest:
    """Partial trees with an open index, each at its own word. Every change is for the sentences of a mask."""

    def __init__(self, first_word: Tensor, lengths: Tensor) -> None:
        sentences, words = len(lengths), int(lengths.max())

        def filled(value: int, width: int = slots_for(words)) -> Tensor:
            return torch.full((sentences, width), value, dtype=torch.long, device=lengths.device)

        self.first_word, self.lengths = first_word, lengths
        self.exists = filled(0).bool()
        self.exists[:, DUMMY] = True
        self.parent, self.label, self.left, self.right = filled(-1), filled(0), filled(0), filled(0)
        self.rank = filled(0)
        self.chain = filled(DUMMY, words + 3)
        self.chain_length = torch.ones_like(lengths)
        self.word = torch.zeros_like(lengths)  # words read
        self.open = torch.full_like(lengths, -1)
        self.top = torch.full_like(lengths, NOTHING)
        self.actions = torch.zeros(sentences, words + 1, 3, dtype=torch.long, device=lengths.device)

    @property
    def words_left(self) -> Tensor:
        return self.word < self.lengths

    @property
    def done(self) -> Tensor:
        return ~self.words_left & (self.open < 0) & (self.top == A_NODE)

    @property
    def open_node(self) -> Tensor:
        """The open chain node, in the order of slots."""
        return torch.where(self.top == OPEN_OVER_NODE, self.chain_length - 1, self.open)

    def allowed(self, labels: int) -> Tensor:
        """Which actions are allowed. (sentences, labels + 2) bool"""
        shift = self.words_left & ((self.open >= 0) | (self.top == NOTHING))
        reduce = (self.open >= 0) & (self.top != OPEN_OVER_NODE)
        project = (self.top == A_LEAF) | ((self.top == A_NODE) & self.words_left)
        return torch.cat([shift[:, None], reduce[:, None], project[:, None].expand(-1, labels)], dim=1)

    def apply(self, action: Tensor) -> None:
        """Takes each sentence's action; those that are done stay as they are."""
        going = ~self.done
        project = going & (action > REDUCE)
        over_leaf, over_node = project & (self.top == A_LEAF), project & (self.top == A_NODE)
        shift, reduce = going & (action == SHIFT), going & (action == REDUCE)
        self._project_over_leaf(over_leaf.nonzero()[:, 0], action - 1)
        self._project_over_node(over_node.nonzero()[:, 0], action - 1)
        self._shift(shift.nonzero()[:, 0])
        self.open[reduce] -= 1
        self.top[reduce] = A_NODE

    def select(self, trees: Tensor) -> None:
        """Takes these trees, in this order, for its own; one may be taken more than once."""
        for name, value in vars(self).items():
            setattr(self, name, value.index_select(0, trees))

    def _project_over_leaf(self, at: Tensor, label: Tensor) -> None:
        word = self.word[at] - 1
        leaf, node = SLOTS_PER_WORD * word + LEAF, SLOTS_PER_WORD * word + PARENT
        self.exists[at, node], self.label[at, node], self.left[at, node] = True, label[at], word
        self.parent[at, node], self.rank[at, node] = self.parent[at, leaf], self.rank[at, leaf]
        self.parent[at, leaf], self.rank[at, leaf] = node, 0
        self.open[at] += 1
        self.chain[at, self.open[at]] = node
        self.chain_length[at] = self.open[at] + 1
        self.actions[at, word, 1] = label[at]
        self.top[at] = OPEN_OVER_LEAF

    def _project_over_node(self, at: Tensor, label: Tensor) -> None:
        word = self.word[at]
        node = SLOTS_PER_WORD * word + NEW
        self.open[at] += 1
        below = self.chain[at, self.open[at]]
        self.exists[at, node], self.label[at, node], self.left[at, node] = True, label[at], self.left[at, below]
        self.parent[at, node], self.rank[at, node] = self.parent[at, below], self.rank[at, below]
        self.parent[at, below], self.rank[at, below] = node, 0
        self.chain[at, self.chain_length[at]] = node
        self.chain_length[at] += 1
        self.actions[at, word, 2] = label[at]
        self.top[at] = OPEN_OVER_NODE

    def _shift(self, at: Tensor) -> None:
        word, is_new = self.word[at], self.top[at] == OPEN_OVER_NODE
        started = self.open[at] >= 0
        place = torch.arange(self.chain.shape[1], device=at.device)
        length = self.chain_length[at] - is_new.long()  # without a node just projected, which stays
        leaving = (place >= (self.open[at] + ~is_new)[:, None]) & (place < length[:, None])
        self.right[at] = self.right[at].scatter(
            1, torch.where(leaving, self.chain[at], DUMMY), (word[:, None] - 1).expand_as(leaving)
        )
        host = torch.where(is_new, self.chain[at, length], self.chain[at, self.open[at].clamp(min=0)])
        self.chain[at, self.open[at].clamp(min=0)] = torch.where(started, host, DUMMY)
        self.chain_length[at] = self.open[at].clamp(min=0) + 1
        leaf = SLOTS_PER_WORD * word + LEAF
        self.rank[at, leaf] = (self.exists[at] & (self.parent[at] == host[:, None])).sum(1)
        self.exists[at, leaf], self.label[at, leaf] = True, LEAF_LABEL
        self.left[at, leaf], self.right[at, leaf] = word, word
        self.parent[at, leaf] = torch.where(started, host, -1)
        self.actions[at, word, 0] = self.open[at].clamp(min=0)
        self.word[at] += 1
        self.top[at] = A_LEAF

    def states(self, levels: int) -> States:
        """The trees as they are now, as far as `levels` levels below the chain."""
        in_chain = torch.arange(self.chain.shape[1], device=self.chain.device) < self.chain_length[:, None]
        on_chain = torch.zeros_like(self.exists)
        # A place after the chain's end must not mark anything: it is sent to the root's slot, which is marked anyway.
        on_chain.scatter_(1, torch.where(in_chain, self.chain, self.chain[:, :1]), True)
        degree = degrees(self.exists, self.parent)
        depth = seen_depth(
            exists=self.exists,
            on_chain=on_chain,
            parent=self.parent,
            degree=degree,
            rank=self.rank,
            levels=levels,
        )
        right = torch.where(on_chain, self.word[:, None] - 1, self.right)
        return States(
            nodes=torch.stack([self.parent, degree, self.rank, self.label, self.left, right, depth]),
            chain_length=on_chain.sum(1),
            first_word=self.first_word,
            next_word=self.first_word + self.word,
            is_first=self.word == 0,
        )
