"""From words to features: a pre-trained transformer, then self-attention over content and position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.model.attention import AttentionLayer
from rightmost.tensors.batches import EncoderInput
from rightmost.tensors.neighbourhood import FeatureTable

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from rightmost.model.bert import Bert

Pooling = Literal["last", "first", "mean"]


class Encoder(nn.Module):
    """Each word's feature [content ; position]. Its position table is the one the graph convolution uses."""

    def __init__(
        self,
        transformer: PreTrainedModel | Bert,
        *,
        width: int,
        positions: int,
        pooling: Pooling,
        layers: list[AttentionLayer],
        word_dropout: float,
        tags: int = 0,
        tag_dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.transformer = transformer
        self.pooling = pooling
        self.project = nn.Linear(transformer.config.hidden_size, width // 2, bias=False)
        self.word_dropout = nn.Dropout(word_dropout)
        self.position_table = nn.Parameter(torch.empty(positions, width // 2).normal_(std=0.02))
        self.tag_embedding = nn.Embedding(tags + 1, width // 2) if tags else None  # row 0: an unknown tag
        self.tag_dropout = nn.Dropout(tag_dropout)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(layers)

    def forward(self, batch: EncoderInput, tags: Tensor | None = None) -> Tensor:  # (words, width)
        content = self.word_dropout(self.project(self._pooled(batch)))
        if self.tag_embedding is not None:
            if tags is None:
                raise ValueError("this model embeds the words' tags: they must be given")
            content = content + self.tag_dropout(self.tag_embedding(tags + 1))
        rows = FeatureTable(labels=0, positions=len(self.position_table)).position(batch.place)
        position = F.embedding(rows, self.position_table).to(content.dtype)
        features: Tensor = self.norm(torch.cat([content, position], dim=-1))
        for layer in self.layers:
            features = layer(features, batch.layout)
        return features

    def _pooled(self, batch: EncoderInput) -> Tensor:  # (words, hidden)
        output = self.transformer(input_ids=batch.pieces, attention_mask=batch.mask).last_hidden_state
        flat: Tensor = output.flatten(0, 1)
        if self.pooling == "last":
            return flat.index_select(0, batch.last_piece)
        if self.pooling == "first":
            return flat.index_select(0, batch.first_piece)
        sizes = batch.last_piece - batch.first_piece + 1
        starts = sizes.cumsum(0) - sizes
        within = torch.arange(int(sizes.sum()), device=flat.device) - torch.repeat_interleave(starts, sizes)
        pieces = torch.repeat_interleave(batch.first_piece, sizes) + within
        return F.embedding_bag(pieces, flat, starts, mode="mean")
