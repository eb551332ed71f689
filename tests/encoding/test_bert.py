"""Our BERT is transformers' BERT."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
import torch
from transformers import BertConfig

from model.networks import assert_close
from rightmost.encoding import bert
from rightmost.encoding.bert import Bert, Shape, as_plain_bert, is_plain_bert
from rightmost.encoding.pretrained import transformer_from_config

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 20,
    "layer_norm_eps": 1e-3,
}


def both(**settings: Any) -> tuple[Bert, torch.nn.Module]:
    """Ours and theirs, of the same shape and weights, none of them near nothing."""
    torch.manual_seed(1)
    shape = BertConfig(**{**SIZES, **settings})
    theirs = transformer_from_config(shape).double()
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    ours = Bert(Shape(shape.to_dict())).double()
    ours.load_state_dict(theirs.state_dict())
    return ours.eval(), theirs.eval()


def test_the_outputs_are_equal_where_there_are_pieces():
    ours, theirs = both()
    pieces = torch.randint(0, 50, (5, 20))
    mask = torch.arange(20) < torch.tensor([20, 7, 1, 13, 19])[:, None]
    expected = theirs(input_ids=pieces, attention_mask=mask.long()).last_hidden_state
    found = ours(pieces, mask.long()).last_hidden_state
    assert_close(found[mask], expected[mask], 1e-9)
    assert_close(ours(pieces[1:2, :7]).last_hidden_state[0], expected[1, :7], 1e-9)
    assert_close(ours(pieces[:1], mask[:1]).last_hidden_state, expected[:1], 1e-9)


def test_the_outputs_of_all_layers_are_equal():
    ours, theirs = both()
    pieces = torch.randint(0, 50, (2, 20))
    expected = theirs(input_ids=pieces, output_hidden_states=True).hidden_states
    found = ours(pieces, output_hidden_states=True).hidden_states
    assert len(found) == len(expected) == 4
    for one, other in zip(found, expected):
        assert_close(one, other, 1e-9)
    assert ours(pieces).hidden_states is None


@pytest.mark.parametrize("at_once", [1, 15, 40, 10**6])
@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("every", [False, True])
def test_a_cpu_takes_a_few_rows_at_a_time_without_their_padding(at_once, side, every, monkeypatch):
    monkeypatch.setattr(bert, "PIECES_AT_ONCE", at_once)
    ours, theirs = both()
    pieces = torch.randint(0, 50, (7, 20))
    mask = torch.arange(20) < torch.tensor([3, 3, 5, 9, 1, 20, 2])[:, None]
    if side == "left":
        mask = mask.flip(1)
    seen = []
    whole = ours._states
    monkeypatch.setattr(
        ours, "_states", lambda part, its_mask, *, every: seen.append(part.shape) or whole(part, its_mask, every=every)
    )
    with torch.inference_mode():
        found = ours(pieces, mask, output_hidden_states=every)
        expected = theirs(input_ids=pieces, attention_mask=mask, output_hidden_states=True)
    assert_close(found.last_hidden_state[mask], expected.last_hidden_state[mask], 1e-9)
    assert (found.hidden_states is None) is not every
    for one, other in zip(found.hidden_states or (), expected.hidden_states):
        assert_close(one[mask], other[mask], 1e-9)
    assert sum(rows for rows, _ in seen) == 7
    assert all(rows == 1 or rows * longest <= at_once for rows, longest in seen)
    if side == "right" and at_once == 15:
        assert seen == [(3, 5), (1, 9), (1, 1), (1, 20), (1, 2)]


def test_the_gradients_are_equal():
    ours, theirs = both(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    pieces, mask = torch.randint(0, 50, (2, 9)), torch.ones(2, 9)
    for model in (ours.train(), theirs.train()):
        model(input_ids=pieces, attention_mask=mask).last_hidden_state.pow(3).sum().backward()
    expected = dict(theirs.named_parameters())
    for name, parameter in ours.named_parameters():
        assert parameter.grad is not None
        assert_close(parameter.grad, expected[name].grad, 1e-8)


@pytest.mark.parametrize("where", ["hidden_dropout_prob", "attention_probs_dropout_prob"])
def test_each_dropout_is_there_in_training_alone(where):
    ours, _ = both(**{"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, where: 0.5})
    pieces = torch.randint(0, 50, (2, 9))
    first, second = (ours(pieces).last_hidden_state for _ in range(2))
    assert torch.equal(first, second)
    ours.train()
    first, second = (ours(pieces).last_hidden_state for _ in range(2))
    assert not torch.equal(first, second)


def test_it_has_the_names_that_transformers_gives():
    ours, theirs = both()
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    assert list(dict(ours.named_parameters())) == list(dict(theirs.named_parameters())), "in their order: seeds agree"


def test_only_bert_as_published_is_ours():
    plain = BertConfig(**SIZES).to_dict()
    assert is_plain_bert(plain)
    other = {
        "model_type": "roberta",
        "hidden_act": "relu",
        "position_embedding_type": "relative_key",
        "is_decoder": True,
        "add_cross_attention": True,
    }
    for name, value in other.items():
        assert not is_plain_bert({**plain, name: value}), name


def test_settings_are_read_by_name_and_written_whole():
    values = {"hidden_size": 24, "id2label": {"0": "LABEL_0"}}
    shape = Shape(values)
    assert (shape.hidden_size, shape.to_dict()) == (24, values)
    assert copy.deepcopy(shape) == pickle.loads(pickle.dumps(shape)) == shape
    assert getattr(shape, "swallow", 5) == 5
    with pytest.raises(AttributeError, match="the encoder's settings have no 'swallow'"):
        _ = shape.swallow


def test_what_is_a_bert_becomes_ours_and_what_is_not_stays():
    _, theirs = both()
    ours = as_plain_bert(theirs)
    assert isinstance(ours, Bert)
    pieces = torch.randint(0, 50, (1, 9))
    assert_close(ours.double().eval()(pieces).last_hidden_state, theirs(pieces).last_hidden_state, 1e-6)
    other = transformer_from_config(BertConfig(**SIZES, hidden_act="relu"))
    assert as_plain_bert(other) is other
