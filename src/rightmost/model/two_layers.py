"""A network of two layers, over two inputs side by side."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F


class TwoLayers(nn.Module):
    """Linear, LayerNorm, ReLU, Linear, over two inputs side by side.

    The inputs are kept apart so that the share of one that many rows have in common is computed once.
    """

    def __init__(self, first: int, second: int, hidden: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Linear(first, hidden)
        self.second = nn.Linear(second, hidden, bias=False) if second else None
        self.norm = nn.LayerNorm(hidden)
        self.output = nn.Linear(hidden, outputs)

    def forward(self, hidden: Tensor) -> Tensor:
        """The result for the sum of `self.first(x)` and `self.second(y)`."""
        result: Tensor = self.output(F.relu(self.norm(hidden)))
        return result
