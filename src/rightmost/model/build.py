"""From a config to a network: the one place where settings become modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from rightmost.encoding.attention import AttentionLayer
from rightmost.encoding.bert import as_plain_bert
from rightmost.encoding.encoder import Encoder
from rightmost.encoding.piece_dropout import PieceDropout
from rightmost.encoding.pretrained import load_transformer, subwords_for
from rightmost.errors import RightmostError
from rightmost.model.action_head import ActionHead, TagHead
from rightmost.model.gcn import GraphConvolution
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder, TreeFeatures
from rightmost.model.in_order_decoder import InOrderDecoder
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from rightmost.encoding.bert import Bert
    from rightmost.encoding.subwords import Subwords

SEQUENCE_TARGETS = 250


def build(config: ModelConfig, vocabulary: Vocabulary) -> Network:
    """A network to train: its encoder pre-trained, the rest random."""
    transformer, tokenizer = load_transformer(config.encoder)
    return assemble(config, vocabulary, as_plain_bert(transformer), subwords_for(transformer, tokenizer))


def assemble(
    config: ModelConfig, vocabulary: Vocabulary, transformer: PreTrainedModel | Bert, subwords: Subwords
) -> Network:
    """A network around the given encoder."""
    return Network(
        config,
        vocabulary,
        subwords,
        encoder=_encoder(config, vocabulary, transformer, subwords),
        decoder=_decoder(config, len(vocabulary.labels)),
        tag_head=TagHead(config.width, len(vocabulary.tags)) if config.tag_head else None,
    )


def _encoder(
    config: ModelConfig, vocabulary: Vocabulary, transformer: PreTrainedModel | Bert, subwords: Subwords
) -> Encoder:
    layers = [
        AttentionLayer(
            config.width,
            heads=config.attention_heads,
            head_width=config.head_width,
            feedforward=config.feedforward,
            relu_dropout=config.relu_dropout,
            residual_dropout=config.residual_dropout,
            attention_dropout=config.attention_dropout,
        )
        for _ in range(config.attention_layers)
    ]
    return Encoder(
        transformer,
        width=config.width,
        positions=config.positions,
        pooling=config.pooling,
        layers=layers,
        piece_dropout=PieceDropout(config.piece_dropout, mask=subwords.mask, kept=subwords.special),
        word_dropout=config.word_dropout,
        tags=len(vocabulary.tags) if config.gold_tags else 0,
        tag_dropout=config.tag_dropout,
        layer_mix=config.layer_mix,
        letter_case=config.letter_case,
        styles=len(config.styles),
        style_dropout=config.style_dropout,
    )


def _decoder(config: ModelConfig, labels: int) -> GraphDecoder | SequenceDecoder | InOrderDecoder:
    """The decoder of the config; the ablations are rescaled to the parameters of the paper's own decoder."""
    if config.decoder == "graph":
        head = ActionHead(config.width, labels, labels_given_target=config.labels_given_target)
        return GraphDecoder(_tree_features(config, labels), head)
    features = _tree_features(config, labels)
    wanted = _size(features) + _size(ActionHead(config.width, labels))
    if config.decoder == "sequence":
        outputs = SEQUENCE_TARGETS + 2 * (labels + 1)
        # A hidden unit costs its inputs, its outputs, a bias and two LayerNorm weights.
        hidden = max(1, (wanted - outputs) // (config.width + outputs + 3))
        return SequenceDecoder(config.width, hidden=hidden, labels=labels, targets=SEQUENCE_TARGETS)
    outputs = labels + 2
    hidden = max(1, (wanted - _size(features) - outputs - 2 * config.width) // (2 * config.width + outputs + 3))
    return InOrderDecoder(features, width=config.width, hidden=hidden, labels=labels)


def _tree_features(config: ModelConfig, labels: int) -> TreeFeatures:
    convolution = GraphConvolution(config.width, layers=config.gcn_layers, kind=config.gcn, dropout=config.relu_dropout)
    return TreeFeatures(config.width, labels=labels, positions=config.positions, convolution=convolution)


def _size(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def grown(network: Network, vocabulary: Vocabulary, *, config: ModelConfig | None = None) -> Network:
    """The network with more labels and tags: what it knew it keeps, row by row; what is new starts at random.

    A `config` may add annotation styles, letter case and labels given the target: they start without effect.
    """
    config = config or network.config
    known = network.vocabulary
    if vocabulary.labels[: len(known.labels)] != known.labels or vocabulary.tags[: len(known.tags)] != known.tags:
        raise RightmostError("a network can only grow: its own labels and tags must come first in the new vocabulary")
    if network.config.decoder != "graph" and len(vocabulary.labels) > len(known.labels):
        raise RightmostError(f"a network with the {network.config.decoder} decoder cannot learn new labels")
    larger = assemble(config, vocabulary, network.encoder.transformer, network.subwords)
    old = dict(network.named_parameters())
    with torch.no_grad():
        for name, parameter in larger.named_parameters():
            if name not in old:
                parameter.zero_()
                continue
            parameter[tuple(slice(size) for size in old[name].shape)] = old[name]
            if "style_embedding" in name:
                parameter[len(old[name]) :] = old[name][0]  # at first as no style in particular
    return larger.train(network.training)
