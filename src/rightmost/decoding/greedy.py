"""Greedy search: at every step each tree takes its best action. `Forced` takes given actions instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from rightmost.decoding.lengths import longest_first
from rightmost.decoding.partial_trees import Found, PartialTrees


@dataclass(frozen=True)
class Greedy:
    """Takes the best action of each tree."""

    copies = 1

    def step(self, trees: PartialTrees) -> None:
        trees.grow(*trees.scores().best())

    def valued(self, found: Found) -> Found:
        return _summed(found)


class Forced:
    """Takes the given actions, to know how probable they are: what each sentence is to do, its words one a row."""

    copies = 1

    def __init__(self, actions: Sequence[Tensor]) -> None:
        order = longest_first([len(each) for each in actions])
        self._actions = pad_sequence([actions[number] for number in order])  # (words, sentences, 3)

    def step(self, trees: PartialTrees) -> None:
        scores = trees.scores()
        known = self._actions.shape[1]  # there may be more trees, which have no words
        sentences = torch.arange(len(trees.total), device=self._actions.device).clamp_(max=known - 1)
        actions = self._actions.index_select(0, trees.word[None])[0].index_select(0, sentences)
        trees.grow(actions, scores.given(actions))

    def valued(self, found: Found) -> Found:
        return _summed(found)


def _summed(found: Found) -> Found:
    """With the sums of what was gained word by word."""
    lengths = np.array(found.lengths)
    gained = found.gained[:, 0][np.arange(found.gained.shape[2]) < lengths[:, None]]
    return replace(found, total=np.add.reduceat(gained, lengths.cumsum() - lengths)[:, None])
