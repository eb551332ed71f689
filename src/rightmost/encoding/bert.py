"""BERT's encoder in plain torch: it needs no transformers, whose import takes two seconds, and less of Python's time.

Weights have the names that transformers gives them, and the outputs are equal (a test compares them), so a folder may
be read by the one and written by the other. Every other kind of encoder is read with transformers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rightmost.encoding.row_attention import row_attention

if TYPE_CHECKING:
    from transformers import PreTrainedModel

PIECES_AT_ONCE = 1024  # on a CPU, padding included
_SIZES = (
    "vocab_size",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
    "max_position_embeddings",
    "type_vocab_size",
)
_SHARES = ("hidden_dropout_prob", "attention_probs_dropout_prob")


@dataclass(frozen=True)
class Shape:
    """An encoder's settings, under the names that transformers gives them."""

    values: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values", {})  # a copy in the making has none yet
        if name not in values:
            raise AttributeError(f"the encoder's settings have no {name!r}")
        return values[name]

    def to_dict(self) -> dict[str, Any]:
        """The settings as a model folder keeps them."""
        return dict(self.values)


@dataclass(frozen=True)
class Output:
    """What the encoder makes of each piece."""

    last_hidden_state: Tensor  # (rows, pieces, width)
    hidden_states: tuple[Tensor, ...] | None = None  # of the embeddings and of every layer, if asked for


def as_plain_bert(model: PreTrainedModel) -> PreTrainedModel | Bert:
    """The same encoder, with the same weights, as a `Bert` if it is one, and else as it is."""
    settings = model.config.to_dict()
    if not is_plain_bert(settings):
        return model
    ours = Bert(Shape(settings))
    ours.load_state_dict(model.state_dict())
    return ours


def is_plain_bert(settings: Mapping[str, Any]) -> bool:
    """Whether `Bert` is the encoder with these settings: BERT as published, not one of its variations."""
    return (
        settings["model_type"] == "bert"
        and settings["hidden_act"] == "gelu"
        and settings.get("position_embedding_type", "absolute") == "absolute"
        and not settings.get("is_decoder", False)
        and not settings.get("add_cross_attention", False)
    )


def check_shape(settings: Mapping[str, Any]) -> None:
    """ValueError if a `Bert` of these settings could not be built, or could not be run."""
    for name in _SIZES:
        if type(settings[name]) is not int or settings[name] < 1:
            raise ValueError(f"the encoder's {name} is {settings[name]!r}; expected a whole number of 1 or more")
    for name in _SHARES:
        if not isinstance(settings[name], (int, float)) or not 0 <= settings[name] < 1:
            raise ValueError(f"the encoder's {name} is {settings[name]!r}; expected a number from 0 to less than 1")
    epsilon = settings["layer_norm_eps"]
    if not isinstance(epsilon, (int, float)) or not 0 < epsilon < 1:
        raise ValueError(f"the encoder's layer_norm_eps is {epsilon!r}; expected a small number above 0")
    if settings["hidden_size"] % settings["num_attention_heads"]:
        raise ValueError(
            f"the encoder's hidden_size is {settings['hidden_size']}, which does not divide by its "
            f"num_attention_heads, {settings['num_attention_heads']}"
        )


class Bert(nn.Module):
    """The encoder without its pooler: pieces to features, all pieces of a row seeing each other."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.config = config
        self.embeddings = _Embeddings(config)
        self.encoder = nn.ModuleDict(
            {"layer": nn.ModuleList([_Layer(config) for _ in range(config.num_hidden_layers)])}
        )

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor | None = None, *, output_hidden_states: bool = False
    ) -> Output:
        """The last layer's features. The mask is 1 where there is a piece, 0 where there is padding."""
        if attention_mask is None:
            states = self._states(input_ids, None, every=output_hidden_states)
        elif attention_mask.device.type != "cpu" or torch.is_grad_enabled():
            states = self._states(input_ids, attention_mask.bool(), every=output_hidden_states)
        else:
            states = self._states_in_parts(input_ids, attention_mask.bool(), every=output_hidden_states)
        return Output(states[-1], tuple(states) if output_hidden_states else None)

    def _states_in_parts(self, pieces: Tensor, mask: Tensor, *, every: bool) -> list[Tensor]:
        """As `_states`. A CPU gains by computing hardly any padding and by staying in its caches: a few rows of like
        length at a time."""
        count = self.config.num_hidden_layers + 1 if every else 1
        empty = self.embeddings.LayerNorm.weight.new_zeros(count, *pieces.shape, self.config.hidden_size)
        for rows, longest in _parts(mask):
            part = mask[rows, :longest]
            found = self._states(pieces[rows, :longest], None if bool(part.all()) else part, every=every)
            for state, features in zip(empty, found):
                state[rows, :longest] = features
        return list(empty)

    def _states(self, pieces: Tensor, mask: Tensor | None, *, every: bool) -> list[Tensor]:
        """The features after the last layer, or after the embeddings and every layer. (rows, pieces, width) each"""
        states: list[Tensor] = [self.embeddings(pieces)]
        for layer in self.encoder["layer"].children():
            features = layer(states[-1], mask)
            states = [*states, features] if every else [features]
        return states


def _parts(mask: Tensor) -> Iterator[tuple[slice, int]]:
    """Neighbouring rows, and how many pieces the longest of them has: few enough together, but at least one row."""
    places = torch.arange(1, mask.shape[1] + 1)
    sizes: list[int] = (mask * places).amax(dim=1).tolist()
    start = longest = 0
    for row, size in enumerate(sizes):
        if row > start and (row + 1 - start) * max(longest, size) > PIECES_AT_ONCE:
            yield slice(start, row), longest
            start, longest = row, 0
        longest = max(longest, size)
    yield slice(start, len(sizes)), longest


class _Embeddings(nn.Module):
    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, pieces: Tensor) -> Tensor:  # (rows, pieces) -> (rows, pieces, width)
        places = self.position_embeddings.weight[: pieces.shape[1]] + self.token_type_embeddings.weight[0]
        features: Tensor = self.dropout(self.LayerNorm(self.word_embeddings(pieces) + places))
        return features


class _Layer(nn.Module):
    """Attention and feed-forward, each added to what came in and then normalised."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        width, between = config.hidden_size, config.intermediate_size
        self.heads: int = config.num_attention_heads
        self.attention_dropout: float = config.attention_probs_dropout_prob
        names = ("query", "key", "value")
        looks = nn.ModuleDict({name: nn.Linear(width, width) for name in names})
        self.attention = nn.ModuleDict({"self": looks, "output": _Added(width, config)})
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(width, between)})
        self.output = _Added(between, config)

    def forward(self, features: Tensor, mask: Tensor | None) -> Tensor:  # (rows, pieces, width), (rows, pieces)
        query, key, value = (
            look(features).unflatten(-1, (self.heads, -1)).transpose(1, 2) for look in self.attention["self"].children()
        )
        dropout = self.attention_dropout if self.training else 0.0
        mixed = row_attention(query, key, value, mask=mask, dropout=dropout)
        features = self.attention["output"](mixed.transpose(1, 2).flatten(2), features)
        result: Tensor = self.output(F.gelu(self.intermediate["dense"](features)), features)
        return result


class _Added(nn.Module):
    """A linear layer whose result is added to what was there before, and normalised."""

    def __init__(self, inputs: int, config: Shape) -> None:
        super().__init__()
        self.dense = nn.Linear(inputs, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, features: Tensor, before: Tensor) -> Tensor:
        result: Tensor = self.LayerNorm(self.dropout(self.dense(features)) + before)
        return result
