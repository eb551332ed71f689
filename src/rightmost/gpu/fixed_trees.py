"""Partial trees in tensors of fixed shapes at addresses that stay: a step over them can be recorded and replayed.

Nothing comes back from the device until all words are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.growth import bare_nodes, first_word_read, word_read
from rightmost.decoding.lengths import longest_first
from rightmost.decoding.partial_trees import Found
from rightmost.gpu.packed_scores import Steps, packed_scores
from rightmost.gpu.packing import Packing
from rightmost.limits import CHILDREN_SEEN
from rightmost.model.action_head import WordShares
from rightmost.model.action_scores import IMPOSSIBLE, ActionScores
from rightmost.model.graph_decoder import GraphDecoder, GraphPrepared
from rightmost.model.neighbourhood import FeatureTable
from rightmost.model.states import ABSENT, DEPTH, DUMMY, SLOTS_PER_WORD, slots_for
from rightmost.model.tree_features import FeatureTables

MOST_WORDS = CHILDREN_SEEN  # of a sentence: longer ones may have children that are not seen


class StepShape(NamedTuple):
    """What a step's tensors look like."""

    trees: int
    words: int  # no tree has more after it
    capacity: tuple[int, ...]  # rows within 0, 1, ... levels of the chains of all trees
    is_first: bool

    @property
    def slots(self) -> int:
        return slots_for(self.words)


class OnTrees(Protocol):
    """What a step does to the trees themselves."""

    def pack(self, nodes: Tensor, first_word: Tensor, shape: StepShape, table: FeatureTable) -> Packing:
        """What can be seen of the nodes (8, trees, all slots) from their chains."""

    def best(self, scores: ActionScores, *, is_first: bool) -> tuple[Tensor, Tensor]:
        """The best action of each tree, and its log-probability. (trees, 3), (trees,)"""

    def grow(self, trees: FixedTrees, actions: Tensor) -> None:
        """Lets every tree take its action (trees, 3). One without a word to come is not seen any more."""


@dataclass(frozen=True)
class FixedScores:
    """The scores of one step."""

    unmasked: ActionScores
    is_first: bool
    on_trees: OnTrees

    def best(self) -> tuple[Tensor, Tensor]:
        return self.on_trees.best(self.unmasked, is_first=self.is_first)

    def given(self, actions: Tensor) -> Tensor:
        return masked(self.unmasked, is_first=self.is_first).given(actions)

    def extended(self, total: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return masked(self.unmasked, is_first=self.is_first).extended(total)


def masked(scores: ActionScores, *, is_first: bool) -> ActionScores:
    """With the first step's mask, where all trees are at their first step."""
    firsts = torch.ones(len(scores.target), dtype=torch.bool, device=scores.target.device) if is_first else None
    return scores.masked(firsts)


class FixedTrees:
    """The trees of up to so many sentences and words, `copies` of each. `shape` is that of the step to come."""

    def __init__(
        self, decoder: GraphDecoder, prepared: GraphPrepared, *, trees: int, words: int, copies: int, steps: Steps,
        on_trees: OnTrees,
    ) -> None:  # fmt: skip
        device = prepared.tables.table.device
        spare = words + MOST_WORDS - len(prepared.shares.labels)  # a finished tree may point after the last word
        tables = [_with_rows(getattr(prepared.tables, each.name), spare) for each in fields(FeatureTables)]
        shares = [_with_rows(getattr(prepared.shares, each.name), spare) for each in fields(WordShares)]

        def numbers(*size: int) -> Tensor:
            return torch.zeros(size, dtype=torch.long, device=device)

        self._decoder, self._copies, self._steps, self._on_trees = decoder, copies, steps, on_trees
        self._words = words
        self._prepared = GraphPrepared(FeatureTables(*tables), WordShares(*shares))
        self.shape = StepShape(trees, 1, (), is_first=True)
        self.nodes = bare_nodes(trees, slots_for(MOST_WORDS), device)
        self.chain = numbers(trees, MOST_WORDS + 2)
        self.first_word, self.length = numbers(trees), numbers(trees)  # of each tree's sentence, longest first
        self.word = numbers()
        self.totals = torch.zeros(trees // copies, copies, device=device)
        self.taken = numbers(trees, MOST_WORDS, 3)
        self.gained = torch.zeros(trees, MOST_WORDS, device=device)
        self.counts = numbers(MOST_WORDS, decoder.levels + 1)  # rows seen at each step

    @property
    def room(self) -> tuple[int, int]:
        """For how many trees, and for how many words in all."""
        return len(self.length), self._words

    def fits(self, *, trees: int, words: int) -> bool:
        """Whether there is room."""
        return trees <= len(self.length) and words <= self._words

    def load(self, words: Tensor, positions: Tensor, lengths: Sequence[int]) -> None:
        """Puts empty trees of new sentences in the place of the old ones. `words` (words, width) are their features."""
        self._positions = positions
        self._order = longest_first(lengths)
        self.nodes.copy_(bare_nodes(len(self.length), self.nodes.shape[2], self.nodes.device))
        self.nodes[DEPTH, self._copies * len(lengths) :] = ABSENT
        self.chain.fill_(DUMMY)
        self.word.zero_()
        self.length.zero_()
        self.totals.fill_(IMPOSSIBLE)
        self.totals[:, 0] = 0.0
        self.extend(words, lengths)

    # -- what a search sees -------------------------------------------------------------------

    @property
    def total(self) -> Tensor:
        return self.totals[: self.shape.trees // self._copies]

    @property
    def going(self) -> Tensor:
        return self.length[: self.shape.trees] > self.word

    def finished(self) -> bool:
        return int(self.word) >= int(self.length.max())

    def scores(self) -> FixedScores:
        shape, first_word = self.shape, self.first_word[: self.shape.trees]
        packing = self._on_trees.pack(self.nodes[:, : shape.trees], first_word, shape, self._decoder.features.rows)
        self.counts.index_copy_(0, self.word[None], packing.counts[None])
        next_word = (first_word + self.word) * self.going
        scores = packed_scores(self._decoder, self._prepared, packing, next_word=next_word, steps=self._steps)
        return FixedScores(scores, shape.is_first, self._on_trees)

    def grow(self, actions: Tensor, gained: Tensor) -> None:
        actions = actions * self.going[:, None]
        self.taken[: self.shape.trees].index_copy_(1, self.word[None], actions[:, None])
        self.gained[: self.shape.trees].index_copy_(1, self.word[None], gained[:, None])
        self._on_trees.grow(self, actions)
        self.word += 1

    def select(self, trees: Tensor) -> None:
        count, words = self.shape.trees, self.shape.words
        nodes = self.nodes[:, :count, : self.shape.slots]
        nodes.copy_(nodes.index_select(1, trees))
        for each in (self.chain[:count, : words + 1], self.taken[:count, :words], self.gained[:count, :words]):
            each.copy_(each.index_select(0, trees))

    def extend(self, words: Tensor, lengths: Sequence[int]) -> None:
        for ours, theirs in zip(_tensors(self._prepared), _tensors(self._decoder.prepare(words, self._positions))):
            ours[: len(theirs)] = theirs
        self._lengths = lengths
        count = torch.tensor(lengths)
        ordered = torch.stack([count.cumsum(0) - count, count])[:, self._order].repeat_interleave(self._copies, dim=1)
        if words.is_cuda:
            ordered = ordered.pin_memory().to(words.device, non_blocking=True)
        trees = ordered.shape[1]
        hidden = (self.length[:trees] <= self.word) & (ordered[1] > self.word)  # they had no word to come
        self.nodes[DEPTH, :trees, : self.shape.slots] -= hidden[:, None] * (ABSENT * (self.word > 0))
        self.first_word[:trees], self.length[:trees] = ordered.unbind(0)
        self.length[trees:] = 0

    def found(self) -> Found:
        return self.found_later()()

    def found_later(self) -> Callable[[], Found]:
        """Sends what was found to the CPU as it is at this moment; what is returned waits for it."""
        sentences, lengths, most = len(self._lengths), self._lengths, max(self._lengths)
        trees, by_sentence = self._copies * sentences, np.argsort(self._order)
        arriving = sent(
            self.taken[:trees, :most].int(), self.gained[:trees, :most].contiguous(), self.totals[:sentences]
        )

        def found() -> Found:
            taken, gained, total = (each.numpy() for each in arriving())
            taken, gained = (each.reshape(sentences, -1, *each.shape[1:])[by_sentence] for each in (taken, gained))
            return Found(taken, gained, total[by_sentence], lengths=lengths)

        return found


class InTorch:
    """In torch's own operations."""

    def pack(self, nodes: Tensor, first_word: Tensor, shape: StepShape, table: FeatureTable) -> Packing:
        return Packing.of(nodes, first_word, slots=shape.slots, table=table, capacity=shape.capacity)

    def best(self, scores: ActionScores, *, is_first: bool) -> tuple[Tensor, Tensor]:
        return masked(scores, is_first=is_first).best()

    def grow(self, trees: FixedTrees, actions: Tensor) -> None:
        shape = trees.shape
        nodes, chain = trees.nodes[:, : shape.trees, : shape.slots], trees.chain[: shape.trees, : shape.words + 1]
        if shape.is_first:
            first_word_read(nodes, chain, actions[:, 1])
        else:
            slots = trees.word * SLOTS_PER_WORD + 1 + torch.arange(SLOTS_PER_WORD, device=nodes.device)
            word_read(nodes, chain, actions, word=trees.word, slots=slots)
        is_done = (trees.length[: shape.trees] <= trees.word + 1)[:, None]
        nodes[DEPTH] += is_done * ABSENT


def sent(*tensors: Tensor) -> Callable[[], list[Tensor]]:
    """Sends tensors to the CPU as they are at this moment; what is returned waits for them."""
    if not tensors[0].is_cuda:
        here = [tensor.clone() for tensor in tensors]
        return lambda: here
    here = [torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True) for tensor in tensors]
    for arriving, tensor in zip(here, tensors):
        arriving.copy_(tensor, non_blocking=True)
    done = torch.cuda.Event()
    done.record()

    def wait() -> list[Tensor]:
        done.synchronize()
        return here

    return wait


def _with_rows(tensor: Tensor, more: int) -> Tensor:
    return torch.cat([tensor, tensor.new_zeros(more, *tensor.shape[1:])])


def _tensors(prepared: GraphPrepared) -> list[Tensor]:
    tables, shares = prepared.tables, prepared.shares
    return [tables.table, tables.mapped, shares.content, shares.position, shares.labels]
