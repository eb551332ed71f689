"""Beam search that drops the trees that are far less probable than the best one of their sentence."""

from __future__ import annotations

from dataclasses import dataclass

from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.partial_trees import Found, PartialTrees
from rightmost.model.action_scores import IMPOSSIBLE


@dataclass(frozen=True)
class Pruned:
    """Keeps up to `copies` trees of each sentence, none of them more than `margin` nats worse than the best."""

    copies: int
    margin: float

    def step(self, trees: PartialTrees) -> None:
        BeamSearch(self.copies).step(trees)
        total = trees.total
        total.masked_fill_(total < total[:, :1] - self.margin, IMPOSSIBLE)

    def valued(self, found: Found) -> Found:
        return found
