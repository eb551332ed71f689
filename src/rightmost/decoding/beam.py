"""Beam search: the best few action sequences of every sentence side by side."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from rightmost.decoding.partial_trees import Found, PartialTrees
from rightmost.model.action_scores import IMPOSSIBLE


@dataclass(frozen=True)
class BeamSearch:
    """Keeps the best `copies` trees of each sentence after every step, best first."""

    copies: int

    def step(self, trees: PartialTrees) -> None:
        scores, total, going = trees.scores(), trees.total, trees.going
        best, came_from, actions = scores.extended(total)
        first = torch.arange(0, total.numel(), self.copies, device=total.device)[:, None]
        if going is not None:  # the others stay as they are
            is_going = going.view_as(total)
            best = torch.where(is_going, best, total)
            came_from = torch.where(is_going, came_from, torch.arange(self.copies, device=total.device))
        gained = (best - total.gather(1, came_from)).masked_fill(best == IMPOSSIBLE, IMPOSSIBLE)
        total.copy_(best)
        trees.select((first + came_from).flatten())
        trees.grow(actions.flatten(0, 1), gained.flatten())

    def valued(self, found: Found) -> Found:
        return found
