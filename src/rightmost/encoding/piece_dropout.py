"""Subwords hidden from the encoder while it learns, so that it cannot know sentences by heart."""

from __future__ import annotations

from collections.abc import Collection

import torch
from torch import Tensor, nn


class PieceDropout(nn.Module):
    """While learning, shows the encoder its mask in place of a share of the pieces; those in `kept` always stay."""

    def __init__(self, share: float, *, mask: int, kept: Collection[int]) -> None:
        super().__init__()
        self.share = share
        self.mask = mask
        self.kept = frozenset(kept)

    def forward(self, pieces: Tensor) -> Tensor:
        if not self.training or not self.share:
            return pieces
        hidden = torch.rand(pieces.shape, device=pieces.device) < self.share
        for piece in self.kept:
            hidden &= pieces != piece
        return pieces.masked_fill(hidden, self.mask)
