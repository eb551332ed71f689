"""Graph convolution over partial trees (the paper's section 4): separate maps for content and position.

A layer is y = LayerNorm(A (x W + b)), ReLU but after the last layer, plus x; A = D^-1/2 (A + I) D^-1/2. Since A (x W) =
(A x) W, later layers gather first and map after, so that only rows that are wanted are mapped; the first layer maps the
feature table once and gathers from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.encoding.attention import Halves
from rightmost.model.neighbourhood import FEATURES, Neighbourhood

Kind = Literal["separate", "vanilla"]


class GraphLayer(nn.Module):
    """The parameters of one layer."""

    def __init__(self, width: int, kind: Kind) -> None:
        super().__init__()
        self.map = Halves(width, width, bias=False) if kind == "separate" else _joint_map(width)
        self.bias = nn.Parameter(torch.zeros(width))
        self.norm = nn.LayerNorm(width)


def _joint_map(width: int) -> nn.Module:
    """The vanilla map, content and position mixed; of rank width / 4, to have as many parameters as the halves."""
    rank = width // 4
    return nn.Sequential(nn.Linear(width, rank, bias=False), nn.Linear(rank, width, bias=False))


class GraphConvolution(nn.Module):
    """Features of every chain node, from the partial trees around it."""

    def __init__(self, width: int, *, layers: int, kind: Kind, dropout: float) -> None:
        super().__init__()
        layers_ = [GraphLayer(width, kind) for _ in range(layers)]
        self.layers: Sequence[GraphLayer] = nn.ModuleList(layers_)  # type: ignore[assignment]
        self.dropout = nn.Dropout(dropout)

    def forward(self, table: Tensor, near: Neighbourhood, *, mapped: Tensor) -> Tensor:
        """Chain features (chain rows, width) from input features (table rows, width), as they are and `mapped`."""
        weight_sums = _gathered(near.weights.new_ones(1, 1), torch.zeros_like(near.sources), near.offsets, near.weights)
        inputs, shares = near.source_features.flatten(), near.source_feature_weights.flatten()
        gathered = _gathered(mapped, inputs, near.offsets * FEATURES, shares)
        own = _gathered(table, near.own_features, None, near.own_feature_weights)
        features = self._finished(0, gathered, weight_sums, own)
        for number in range(1, len(self.layers)):
            rows, edges = near.rows[-1 - number], near.edges[-1 - number]
            gathered = _gathered(features, near.sources[:edges], near.offsets[:rows], near.weights[:edges])
            features = self._finished(number, self.layers[number].map(gathered), weight_sums[:rows], features[:rows])
        return features

    def mapped(self, table: Tensor) -> Tensor:
        """The table after the first layer's map: the same for all states of a batch."""
        result: Tensor = self.layers[0].map(table)
        return result

    def _finished(self, number: int, mapped: Tensor, weight_sums: Tensor, own: Tensor) -> Tensor:
        layer = self.layers[number]
        features = layer.norm(mapped + weight_sums * layer.bias)
        if number < len(self.layers) - 1:
            features = F.relu(features)
        result: Tensor = self.dropout(features) + own
        return result


def _gathered(features: Tensor, sources: Tensor, offsets: Tensor | None, weights: Tensor) -> Tensor:
    """The weighted sums of sources: of all from one offset to the next, or of each row (rows, n) of them."""
    return F.embedding_bag(sources, features, offsets, mode="sum", per_sample_weights=weights.to(features.dtype))
