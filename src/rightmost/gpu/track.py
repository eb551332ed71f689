"""Greedy parsing in steps of fixed shapes: nothing comes back from the device until all words are read.

On a CUDA device every step of a given shape is recorded once as a CUDA graph and replayed from then on, so that a step
costs one launch. The steps themselves run anywhere; only the recording needs the device.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from rightmost.decoding.choice import best_actions, given_actions
from rightmost.decoding.growth import bare_nodes, first_word_read, word_read
from rightmost.gpu.packed import Steps, packed_scores
from rightmost.gpu.packing import Packing
from rightmost.model.action_head import ActionScores, WordShares
from rightmost.model.graph_decoder import FeatureTables, GraphDecoder, GraphPrepared
from rightmost.model.neighbourhood import FeatureTable
from rightmost.model.states import ABSENT, CHILDREN_SEEN, DEPTH, DUMMY, SLOTS_PER_WORD, slots_for

MOST_WORDS = CHILDREN_SEEN  # of a sentence: longer ones may have children that are not seen


class Shape(NamedTuple):
    """What a step's tensors look like."""

    trees: int
    words: int  # no tree has more after it
    capacity: tuple[int, ...]  # rows within 0, 1, ... levels of the chains of all trees
    is_first: bool
    is_forced: bool

    @property
    def slots(self) -> int:
        return slots_for(self.words)


@dataclass
class Track:
    """The tensors that steps read and write, at addresses that stay, for up to so many trees and words."""

    prepared: GraphPrepared
    nodes: Tensor  # (8, trees, slots)
    chain: Tensor  # (trees, places)
    first_word: Tensor  # (trees,)
    length: Tensor  # (trees,) longest first
    word: Tensor  # () the word to come
    forced: Tensor  # (words + 1, 3)
    actions: Tensor  # (words + 1, 3); the last row takes what is thrown away
    log_probabilities: Tensor  # (words + 1,)
    counts: Tensor  # (MOST_WORDS, levels + 1) rows seen at each step

    @classmethod
    def laid(cls, prepared: GraphPrepared, *, trees: int, words: int, levels: int) -> Track:
        """Room for so many trees and words, with tables like those of `prepared`, which holds some words' already."""
        device = prepared.tables.table.device
        known = len(prepared.shares.labels)
        spare = words + MOST_WORDS - known  # a tree that has no word to come may point behind the last word
        tables = [_with_rows(getattr(prepared.tables, each.name), spare) for each in fields(FeatureTables)]
        shares = [_with_rows(getattr(prepared.shares, each.name), spare) for each in fields(WordShares)]

        def numbers(*size: int) -> Tensor:
            return torch.zeros(size, dtype=torch.long, device=device)

        return cls(
            prepared=GraphPrepared(FeatureTables(*tables), WordShares(*shares)),
            nodes=bare_nodes(trees, slots_for(MOST_WORDS), device),
            chain=numbers(trees, MOST_WORDS + 2),
            first_word=numbers(trees),
            length=numbers(trees),
            word=numbers(),
            forced=numbers(words + 1, 3),
            actions=numbers(words + 1, 3),
            log_probabilities=torch.zeros(words + 1, device=device),
            counts=numbers(MOST_WORDS, levels + 1),
        )

    def fits(self, *, trees: int, words: int) -> bool:
        """Whether there is room."""
        return trees <= len(self.length) and words < len(self.actions)

    def load(self, prepared: GraphPrepared, first_word: Tensor, length: Tensor, *, forced: Tensor | None) -> None:
        """Puts new sentences on the track, longest first."""
        for ours, theirs in zip(_tensors(self.prepared), _tensors(prepared)):
            ours[: len(theirs)] = theirs
        trees = len(length)
        self.first_word[:trees], self.length[:trees] = first_word, length
        self.length[trees:] = 0
        self.nodes.copy_(bare_nodes(len(self.length), self.nodes.shape[2], self.nodes.device))
        self.nodes[DEPTH, trees:] = ABSENT
        self.chain.fill_(DUMMY)
        self.word.zero_()
        if forced is not None:
            self.forced[: len(forced)] = forced

    def step(self, decoder: GraphDecoder, shape: Shape, *, steps: Steps, on_trees: OnTrees) -> None:
        """Reads the next word of every tree that has one."""
        nodes, first_word = self.nodes[:, : shape.trees], self.first_word[: shape.trees]
        packing = on_trees.pack(nodes, first_word, shape, decoder.features.rows)
        self.counts.index_copy_(0, self.word[None], packing.counts[None])
        is_going = self.length[: shape.trees] > self.word
        row = torch.where(is_going, first_word + self.word, len(self.actions) - 1)
        scores = packed_scores(decoder, self.prepared, packing, next_word=row * is_going, steps=steps)
        on_trees.take(self, scores, shape, row)
        self.word += 1

    def trees(self, shape: Shape) -> tuple[Tensor, Tensor]:
        """The nodes (8, trees, slots) and chains (trees, places) that a step of that shape may change."""
        return self.nodes[:, : shape.trees, : shape.slots], self.chain[: shape.trees, : shape.words + 1]

    def grow(self, actions: Tensor, shape: Shape) -> None:
        """Every tree takes its action (trees, 3). One without a word to come is not seen any more."""
        nodes, chain = self.trees(shape)
        if shape.is_first:
            first_word_read(nodes, chain, actions[:, 1])
        else:
            slots = self.word * SLOTS_PER_WORD + 1 + torch.arange(SLOTS_PER_WORD, device=nodes.device)
            word_read(nodes, chain, actions, word=self.word, slots=slots)
        is_done = (self.length[: shape.trees] <= self.word + 1)[:, None]
        nodes[DEPTH].masked_fill_(is_done, ABSENT)


class OnTrees(Protocol):
    """What a step does to the trees themselves."""

    def pack(self, nodes: Tensor, first_word: Tensor, shape: Shape, table: FeatureTable) -> Packing:
        """What can be seen of the nodes (8, trees, all slots) from their chains."""

    def take(self, track: Track, scores: ActionScores, shape: Shape, row: Tensor) -> None:
        """Takes the best actions, or the forced ones, of the trees that have a word to come, and writes them down.

        `row` (trees,) is where among the track's words. A tree that has no more words is not seen any more.
        """


class InTorch:
    """In torch's own operations."""

    def pack(self, nodes: Tensor, first_word: Tensor, shape: Shape, table: FeatureTable) -> Packing:
        return Packing.of(nodes, first_word, slots=shape.slots, table=table, capacity=shape.capacity)

    def take(self, track: Track, scores: ActionScores, shape: Shape, row: Tensor) -> None:
        length = track.length[: shape.trees]
        if shape.is_first:
            scores = scores.masked(torch.ones_like(row, dtype=torch.bool))
        if shape.is_forced:
            taken, log_probability = given_actions(scores, track.forced.index_select(0, row))
        else:
            taken, log_probability = best_actions(scores)
            taken = taken * (length > track.word)[:, None]
        track.actions.index_copy_(0, row, taken)
        track.log_probabilities.index_copy_(0, row, log_probability)
        track.grow(taken, shape)


def _with_rows(tensor: Tensor, more: int) -> Tensor:
    return torch.cat([tensor, tensor.new_zeros(more, *tensor.shape[1:])])


def _tensors(prepared: GraphPrepared) -> list[Tensor]:
    tables, shares = prepared.tables, prepared.shares
    return [tables.table, tables.mapped, shares.content, shares.position, shares.labels]
