"""Self-attention that keeps content and position apart (Kitaev and Klein 2018; the paper's section 4).

A feature is [content ; position]. Each half has maps of its own; only the attention scores of the halves are added,
which is what the dot product of concatenated halves does.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.encoding.batches import AttentionLayout


class Halves(nn.Module):
    """A linear map of the content half and one of the position half."""

    def __init__(self, inputs: int, outputs: int, *, bias: bool = True) -> None:
        super().__init__()
        self.content = nn.Linear(inputs // 2, outputs // 2, bias=bias)
        self.position = nn.Linear(inputs // 2, outputs // 2, bias=bias)

    def forward(self, features: Tensor) -> Tensor:  # (..., inputs) -> (..., outputs)
        content, position = features.chunk(2, dim=-1)
        if not torch.is_grad_enabled() and features.is_cuda and not torch.is_autocast_enabled("cuda"):
            return self._side_by_side(content, position)
        return torch.cat([self.content(content), self.position(position)], dim=-1)

    def _side_by_side(self, content: Tensor, position: Tensor) -> Tensor:
        """The same, with each half written to where it belongs: no pass over the result only to join them."""
        width = self.content.out_features
        result = content.new_empty(*content.shape[:-1], 2 * width)
        for half, part, layer in zip((content, position), result.split(width, dim=-1), (self.content, self.position)):
            if layer.bias is None:
                torch.mm(half, layer.weight.T, out=part)
            else:
                torch.addmm(layer.bias, half, layer.weight.T, out=part)
        return result


class AttentionLayer(nn.Module):
    """One layer: attention, then feed-forward, each with residual and LayerNorm."""

    def __init__(
        self,
        width: int,
        *,
        heads: int,
        head_width: int,
        feedforward: int,
        relu_dropout: float,
        residual_dropout: float,
        attention_dropout: float,
    ) -> None:
        super().__init__()
        self.heads = heads
        self.attention_dropout = attention_dropout
        inner = heads * head_width
        # Columns of a half: queries, keys and values; of each, head by head, head_width / 2.
        self.query_key_value = Halves(width, 3 * inner, bias=False)
        self.output = Halves(inner, width, bias=False)
        self.attention_norm = nn.LayerNorm(width)
        self.widen = Halves(width, feedforward)
        self.narrow = Halves(feedforward, width)
        self.feedforward_norm = nn.LayerNorm(width)
        self.relu_dropout = nn.Dropout(relu_dropout)
        self.residual_dropout = nn.Dropout(residual_dropout)

    def forward(self, features: Tensor, layout: AttentionLayout) -> Tensor:  # (words, width) both
        attended = self.residual_dropout(self.output(self._attend(features, layout)))
        features = self.attention_norm(features + attended)
        hidden = self.relu_dropout(F.relu_(self.widen(features)))
        result: Tensor = self.feedforward_norm(features + self.residual_dropout(self.narrow(hidden)))
        return result

    def _attend(self, features: Tensor, layout: AttentionLayout) -> Tensor:  # (words, width) -> (words, inner)
        words = features.shape[0]
        halves = self.query_key_value(features).view(words, 2, 3, self.heads, -1)  # half, query/key/value, head
        joined = halves.permute(0, 2, 3, 1, 4).reshape(words, 3, self.heads, -1)  # halves of a head side by side
        rows = layout.spread(joined).permute(2, 0, 3, 1, 4)  # (3, rows, heads, length, head width)
        mask = None if layout.words.shape[0] == 1 else layout.mask[:, None, None, :]
        dropout = self.attention_dropout if self.training else 0.0
        result = F.scaled_dot_product_attention(rows[0], rows[1], rows[2], attn_mask=mask, dropout_p=dropout)
        taken = result.transpose(1, 2).flatten(0, 1).index_select(0, layout.taken_from)  # (words, heads, head width)
        content, position = taken.chunk(2, dim=-1)
        return torch.cat([content.flatten(1), position.flatten(1)], dim=-1)
