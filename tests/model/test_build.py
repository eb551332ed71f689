from __future__ import annotations

from unittest import mock

import pytest
import torch
from torch import nn
from transformers import BertConfig, XLNetConfig

from model.networks import DECODERS, VOCABULARY, config, network
from rightmost.encoding.attention import AttentionLayer
from rightmost.encoding.pretrained import transformer_from_config
from rightmost.errors import RightmostError
from rightmost.model.build import assemble, grown
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary

LABELS = Vocabulary(tuple(f"X{number}" for number in range(120)), tuple(f"T{number}" for number in range(45)))
PAPER = {"width": 2048, "feedforward": 2048, "attention_heads": 8, "head_width": 64, "positions": 250}


def size(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def on_paper(settings: dict, shape: BertConfig | XLNetConfig, vocabulary: Vocabulary = LABELS) -> Network:
    """A network without memory of its own: sizes and no numbers."""
    with torch.device("meta"):
        transformer = transformer_from_config(shape)
        return assemble(
            ModelConfig(encoder="stub", **settings), vocabulary, transformer, mock.Mock(special=frozenset())
        )


BERT_LARGE = BertConfig(
    vocab_size=30522, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096
)
XLNET_LARGE = XLNetConfig(vocab_size=32000, d_model=1024, n_layer=24, n_head=16, d_inner=4096)


@pytest.mark.parametrize(
    ("shape", "attention_layers", "gcn_layers", "millions"), [(BERT_LARGE, 4, 4, 377), (XLNET_LARGE, 3, 2, 391)]
)
def test_the_paper_s_settings_have_the_paper_s_number_of_parameters(shape, attention_layers, gcn_layers, millions):
    settings = {**PAPER, "attention_layers": attention_layers, "gcn_layers": gcn_layers}
    made = on_paper(settings, shape)
    assert made.tag_head is not None
    counted = size(made) - size(made.tag_head)
    assert counted == pytest.approx(millions * 1e6, rel=0.005)
    assert size(on_paper({**settings, "tag_head": False}, shape)) == counted


@pytest.mark.parametrize("width", [512, 2048])
@pytest.mark.parametrize("other", [{"decoder": "sequence"}, {"decoder": "in-order"}, {"gcn": "vanilla"}])
def test_the_ablations_have_as_many_parameters_as_the_paper_s_decoder(width, other):
    shape = BertConfig(vocab_size=30, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)
    settings = {"width": width, "gcn_layers": 3, "attention_layers": 1}
    graph = size(on_paper(settings, shape).decoder)
    assert size(on_paper({**settings, **other}, shape).decoder) == pytest.approx(graph, rel=0.02)


@pytest.mark.parametrize("decoder", DECODERS)
def test_settings_become_modules(decoder):
    made = network(
        decoder=decoder,
        attention_layers=3,
        pooling="mean",
        word_dropout=0.1,
        tag_dropout=0.2,
        relu_dropout=0.3,
        residual_dropout=0.4,
        attention_dropout=0.5,
        gold_tags=True,
    )
    assert len(made.encoder.layers) == 3
    layer = made.encoder.layers[0]
    assert isinstance(layer, AttentionLayer)
    assert (layer.relu_dropout.p, layer.residual_dropout.p, layer.attention_dropout) == (0.3, 0.4, 0.5)
    assert (made.encoder.word_dropout.p, made.encoder.tag_dropout.p) == (0.1, 0.2)
    assert made.encoder.pooling == "mean"
    assert made.encoder.position_table.shape == (12, 8)
    assert made.encoder.tag_embedding.num_embeddings == len(VOCABULARY.tags) + 1
    if decoder != "sequence":
        assert made.decoder.features.convolution.dropout.p == 0.3
        assert len(made.decoder.features.convolution.layers) == 2


def test_a_tag_head_only_where_it_is_wanted():
    assert network(tag_head=False).tag_head is None
    assert network(gold_tags=False).encoder.tag_embedding is None


def test_a_network_can_only_grow():
    fewer = Vocabulary(VOCABULARY.labels[1:], VOCABULARY.tags)
    with pytest.raises(RightmostError, match="can only grow: its own labels and tags must come first in the new"):
        grown(network(), fewer)


@pytest.mark.parametrize("decoder", ["sequence", "in-order"])
def test_the_ablations_cannot_learn_new_labels(decoder):
    more = Vocabulary((*VOCABULARY.labels, "NEW"), VOCABULARY.tags)
    with pytest.raises(RightmostError, match=f"^a network with the {decoder} decoder cannot learn new labels$"):
        grown(network(decoder=decoder), more)


def test_the_same_seed_builds_the_same_network():
    one, other = (network(seed=5).state_dict() for _ in range(2))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert config().encoder == "tiny"
