"""Which row of a position table a word's place has: places beyond the table cycle through its upper half."""

from __future__ import annotations

import torch
from torch import Tensor


def position_rows(place: Tensor, positions: int) -> Tensor:
    """The rows of a table of so many positions, for places of any shape."""
    upper = positions // 2
    beyond = upper + (place - upper) % (positions - upper)
    return torch.where(place < positions, place, beyond)
