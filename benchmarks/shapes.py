"""Encoders of real sizes with random weights: speed does not depend on the values."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from transformers import BertConfig, XLNetConfig

from rightmost.encoding.bert import as_plain_bert
from rightmost.encoding.pretrained import transformer_from_config
from rightmost.encoding.subwords import Subwords
from rightmost.errors import BadUsage
from rightmost.model.build import assemble
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel

#: The paper's settings over its two English encoders, and ours for the shipped model.
MODELS = {
    "bert-large": ModelConfig(encoder="bert-large", width=2048, attention_layers=4, gcn_layers=4),
    "xlnet-large": ModelConfig(encoder="xlnet-large", width=2048, attention_layers=3, gcn_layers=2),
    "minilm-l12": ModelConfig(encoder="minilm-l12", width=512, attention_layers=2, gcn_layers=2),
    "small": ModelConfig(encoder="small", width=128, attention_layers=1, gcn_layers=2),
}


def settings_of(name: str) -> ModelConfig:
    """The settings of the named model."""
    if name not in MODELS:
        raise BadUsage(f"{name}: no model of that name; there are {', '.join(MODELS)}")
    return MODELS[name]


def encoder_config(name: str) -> PreTrainedConfig:
    """The shape of the named model's encoder."""
    settings_of(name)
    if name == "xlnet-large":
        return XLNetConfig(vocab_size=32000, d_model=1024, n_layer=24, n_head=16, d_inner=4096)
    sizes = {
        "bert-large": _bert(1024, 24, 16, 4096),
        "minilm-l12": _bert(384, 12, 12, 1536),
        "small": _bert(64, 2, 2, 128),
    }
    return sizes[name]


def _bert(width: int, layers: int, heads: int, feedforward: int) -> BertConfig:
    return BertConfig(
        vocab_size=30522,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=feedforward,
    )


class RandomSubwords(Subwords):
    """Stands in for a tokenizer: 1.25 pieces a word on average, as English has."""

    def __init__(self) -> None:
        self.pad, self.pads_left = 0, False
        self.prefix, self.suffix = (101,), (102,)
        self.mask, self.special = 103, frozenset({0, 101, 102})
        self.room = 510
        self._known: dict[str, tuple[int, ...]] = {}

    def _cut(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        return [_random_pieces(word) for word in words]


def _random_pieces(word: str) -> tuple[int, ...]:
    choose = random.Random(word)
    return tuple(choose.randrange(1000, 30000) for _ in range(1 + (choose.random() < 0.25)))


def hugging_face(name: str) -> PreTrainedModel:
    """The encoder of that shape as transformers has it: what ours is measured against."""
    return transformer_from_config(encoder_config(name))


def random_network(name: str, vocabulary: Vocabulary) -> Network:
    """A network over an encoder of that shape."""
    return assemble(settings_of(name), vocabulary, as_plain_bert(hugging_face(name)), RandomSubwords())
