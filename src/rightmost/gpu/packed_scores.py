"""The graph decoder over a `Packing`: the same scores as over a `Neighbourhood`, in tensors of fixed shapes.

Three steps of a layer run as one kernel each where there is Triton and a CUDA device (`rightmost.gpu.layer_kernels`);
the functions here are what those compute, in plain torch, and what runs everywhere else.
"""

from __future__ import annotations

from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.gpu.packing import Packing
from rightmost.model.action_head import ActionHead, WordShares
from rightmost.model.action_scores import IMPOSSIBLE, ActionScores, Labels, both_labels
from rightmost.model.gcn import GraphLayer
from rightmost.model.graph_decoder import GraphDecoder, GraphPrepared
from rightmost.model.tree_features import FeatureTables


class Steps(Protocol):
    """What a layer and the head are made of."""

    def first_layer(self, tables: FeatureTables, packing: Packing, layer: GraphLayer, *, is_last: bool) -> Tensor:
        """The rows within k - 1 levels after the first layer. (capacity[k - 1], width)"""

    def gathered(self, features: Tensor, packing: Packing, *, level: int) -> tuple[Tensor, Tensor]:
        """Weighted sums of the neighbours of rows within `level` levels, and of the weights. (rows, width), (rows,)"""

    def finished(
        self,
        mapped: Tensor,
        sums: Tensor,
        own: Tensor,
        packing: Packing,
        *,
        layer: GraphLayer,
        level: int,
        is_last: bool,
    ) -> Tensor:
        """A layer's result from what was gathered and mapped, and from its input. (rows, width)"""

    def chain_scores(
        self, head: ActionHead, chain: Tensor, packing: Packing, *, shares: WordShares, next_word: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Scores of the chain's nodes and their sum weighted by them. (states, longest chain), (states, width)"""

    def label_scores(self, head: ActionHead, hidden: Tensor, *, shares: WordShares, next_word: Tensor) -> Tensor:
        """The scores of both labels, side by side, from `ActionHead.hidden_labels`. (states, n, 2 (labels + 1))"""


class Plain:
    """In torch's own operations."""

    def first_layer(self, tables: FeatureTables, packing: Packing, layer: GraphLayer, *, is_last: bool) -> Tensor:
        rows = packing.capacity[-2]
        half = packing.is_node.to(tables.table.dtype) / 2
        weights = torch.stack([torch.ones_like(half), half, half], dim=1)  # (all rows, 3)
        features = packing.features.T
        own = F.embedding_bag(features[:rows], tables.table, mode="sum", per_sample_weights=weights[:rows])
        inputs = F.embedding_bag(features, tables.mapped, mode="sum", per_sample_weights=weights)
        gathered, sums = self.gathered(inputs, packing, level=len(packing.capacity) - 2)
        return self.finished(
            gathered, sums, own, packing, layer=layer, level=len(packing.capacity) - 2, is_last=is_last
        )

    def gathered(self, features: Tensor, packing: Packing, *, level: int) -> tuple[Tensor, Tensor]:
        rows = packing.capacity[level]
        # One bag more than there are rows, for all edges after theirs.
        offsets = torch.cat([packing.starts[:rows], packing.ends[rows - 1 : rows]])
        sources = packing.sources.clamp(max=len(features) - 1)
        scale = packing.scale.to(features.dtype)
        weights = scale.index_select(0, sources)
        total = F.embedding_bag(sources, features, offsets, mode="sum", per_sample_weights=weights)[:rows]
        ones = features.new_ones(1, 1)
        sums = F.embedding_bag(torch.zeros_like(sources), ones, offsets, mode="sum", per_sample_weights=weights)
        return total * scale[:rows, None], sums[:rows, 0] * scale[:rows]

    def finished(
        self,
        mapped: Tensor,
        sums: Tensor,
        own: Tensor,
        packing: Packing,
        *,
        layer: GraphLayer,
        level: int,
        is_last: bool,
    ) -> Tensor:
        result: Tensor = layer.norm(mapped + sums[:, None] * layer.bias)
        if not is_last:
            result = F.relu(result)
        return result + own[: len(result)]

    def chain_scores(
        self, head: ActionHead, chain: Tensor, packing: Packing, *, shares: WordShares, next_word: Tensor
    ) -> tuple[Tensor, Tensor]:
        content, position = chain.chunk(2, dim=-1)
        word = next_word.index_select(0, packing.row_state)
        hidden_content = head.content.first(content) + shares.content.index_select(0, word)
        hidden_position = head.position.first(position) + shares.position.index_select(0, word)
        weight = (head.content(hidden_content) + head.position(hidden_position))[:, 0]
        place = torch.arange(packing.longest, device=chain.device)
        row = (packing.chain_start[:, None] + place).clamp_(max=len(chain) - 1)
        target = weight[row].masked_fill(place >= packing.chain_length[:, None], IMPOSSIBLE)
        rows = torch.arange(len(chain), device=chain.device)
        offsets = torch.cat([packing.chain_start, packing.counts[:1]]).clamp_(max=len(chain))
        weights = weight.sigmoid().to(chain.dtype)
        summary = F.embedding_bag(rows, chain, offsets, mode="sum", per_sample_weights=weights)
        return target, summary[:-1]

    def label_scores(self, head: ActionHead, hidden: Tensor, *, shares: WordShares, next_word: Tensor) -> Tensor:
        both: Tensor = head.labels(shares.labels.index_select(0, next_word)[:, None] + hidden)
        return both


def packed_scores(
    decoder: GraphDecoder, prepared: GraphPrepared, packing: Packing, *, next_word: Tensor, steps: Steps
) -> ActionScores:
    """The scores of the packed states' actions, without the first step's mask. `next_word` is (states,)."""
    convolution, head, shares = decoder.features.convolution, decoder.head, prepared.shares
    last = len(convolution.layers) - 1
    features = steps.first_layer(prepared.tables, packing, convolution.layers[0], is_last=last == 0)
    for number in range(1, last + 1):
        layer, level = convolution.layers[number], last - number
        gathered, sums = steps.gathered(features, packing, level=level)
        mapped = layer.map(gathered)
        features = steps.finished(mapped, sums, features, packing, layer=layer, level=level, is_last=number == last)
    target, summary = steps.chain_scores(head, features, packing, shares=shares, next_word=next_word)

    def labels_at(targets: Tensor) -> Labels:
        hidden = head.hidden_labels(summary, features, packing.chain_start[:, None] + targets)
        return both_labels(steps.label_scores(head, hidden, shares=shares, next_word=next_word))

    return ActionScores(target, labels_at)
