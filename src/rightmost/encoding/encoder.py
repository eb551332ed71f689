"""From words to features: a pre-trained transformer, then self-attention over content and position."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from rightmost.encoding.attention import AttentionLayer
from rightmost.encoding.batches import EncoderInput
from rightmost.encoding.letter_case import LetterCase
from rightmost.encoding.piece_dropout import PieceDropout
from rightmost.encoding.positions import position_rows

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from rightmost.encoding.bert import Bert

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
        piece_dropout: PieceDropout,
        word_dropout: float,
        tags: int = 0,
        tag_dropout: float = 0.0,
        layer_mix: bool = False,
        letter_case: bool = False,
        styles: int = 0,
        style_dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.transformer = transformer
        self.pooling = pooling
        self.project = nn.Linear(transformer.config.hidden_size, width // 2, bias=False)
        self.piece_dropout = piece_dropout
        self.word_dropout = nn.Dropout(word_dropout)
        self.position_table = nn.Parameter(torch.empty(positions, width // 2).normal_(std=0.02))
        self.tag_embedding = nn.Embedding(tags + 1, width // 2) if tags else None  # row 0: an unknown tag
        self.tag_dropout = nn.Dropout(tag_dropout)
        self.layer_mix = LayerMix(transformer.config.num_hidden_layers + 1) if layer_mix else None
        self.case_embedding = _small_embedding(len(LetterCase), width // 2) if letter_case else None
        self.style_embedding = _small_embedding(styles + 1, width // 2) if styles else None  # row 0: no style
        self.style_dropout = style_dropout
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(layers)

    def forward(self, batch: EncoderInput, tags: Tensor | None = None) -> Tensor:  # (words, width)
        with _attention_of_any_shape(batch.pieces.device):
            return self._features(batch, tags)

    def _features(self, batch: EncoderInput, tags: Tensor | None) -> Tensor:
        content = self.word_dropout(self.project(self._pooled(batch)))
        if self.tag_embedding is not None:
            if tags is None:
                raise ValueError("this model embeds the words' tags: they must be given")
            content = content + self.tag_dropout(self.tag_embedding(tags + 1))
        if self.case_embedding is not None:
            content = content + self.case_embedding(batch.case)
        if self.style_embedding is not None:
            content = content + self.style_embedding(self._styles(batch))
        rows = position_rows(batch.place, len(self.position_table))
        position = F.embedding(rows, self.position_table).to(content.dtype)
        features: Tensor = self.norm(torch.cat([content, position], dim=-1))
        for layer in self.layers:
            features = layer(features, batch.layout)
        return features

    def _styles(self, batch: EncoderInput) -> Tensor:  # (words,)
        """Each word's style; while learning, some sentences are not told theirs."""
        if not self.training or not self.style_dropout:
            return batch.style
        told = torch.rand(len(batch.lengths), device=batch.style.device) >= self.style_dropout
        return batch.style * told.index_select(0, batch.sentence)

    def _pooled(self, batch: EncoderInput) -> Tensor:  # (words, hidden)
        mixed = self.layer_mix is not None
        pieces = self.piece_dropout(batch.pieces)
        output = self.transformer(input_ids=pieces, attention_mask=batch.mask, output_hidden_states=mixed)
        if self.layer_mix is None:
            return self._words(output.last_hidden_state, batch)
        words: Tensor = self.layer_mix([self._words(layer, batch) for layer in output.hidden_states])
        return words

    def _words(self, pieces: Tensor, batch: EncoderInput) -> Tensor:
        """The words' features from their pieces'. (windows, pieces, hidden) -> (words, hidden)"""
        flat: Tensor = pieces.flatten(0, 1)
        if self.pooling == "last":
            return flat.index_select(0, batch.last_piece)
        if self.pooling == "first":
            return flat.index_select(0, batch.first_piece)
        sizes = batch.last_piece - batch.first_piece + 1
        starts = sizes.cumsum(0) - sizes
        within = torch.arange(int(sizes.sum()), device=flat.device) - torch.repeat_interleave(starts, sizes)
        pieces = torch.repeat_interleave(batch.first_piece, sizes) + within
        return F.embedding_bag(pieces, flat, starts, mode="mean")


class LayerMix(nn.Module):
    """A learned weighted mean of an encoder's layers, times a learned number (Peters et al. 2018)."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(layers))
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, layers: Sequence[Tensor]) -> Tensor:
        shares = (self.weights.softmax(0) * self.scale).to(layers[0].dtype)
        mixed: Tensor = torch.tensordot(shares, torch.stack(list(layers)), dims=1)
        return mixed


def _attention_of_any_shape(device: torch.device) -> AbstractContextManager[object]:
    """Within the block cuDNN does no attention: it makes a plan for each new shape, and each batch has another."""
    if device.type != "cuda":
        return nullcontext()
    return sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH])


def _small_embedding(rows: int, width: int) -> nn.Embedding:
    """An embedding that starts out small compared with what it is added to."""
    embedding = nn.Embedding(rows, width)
    nn.init.normal_(embedding.weight, std=0.02)
    return embedding
