from __future__ import annotations

import numpy as np
import pytest
import torch

from model.networks import DECODERS, TREES, VOCABULARY, assert_close, batch_of, gradients, network
from rightmost.model.build import build
from rightmost.model.model_config import ModelConfig
from rightmost.model.network import Losses
from rightmost.model.smoothing import IGNORED
from rightmost.trees.tree import Tree

LONG = Tree.from_string("(S " + "(NP (DT the) (NN King)) (VP (VBZ is)) " * 12 + ")")  # beyond positions and one window
BANK = (*TREES, LONG)


def parts(losses: Losses) -> torch.Tensor:
    return torch.stack([losses.target, losses.parent, losses.new, losses.tag])


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_batch_s_loss_is_the_sum_of_its_sentences(decoder):
    made = network(decoder=decoder).double()
    with torch.no_grad():
        together = parts(made.loss(batch_of(made, BANK)))
        alone = sum(parts(made.loss(batch_of(made, [tree]))) for tree in BANK)
    assert_close(together.double(), alone.double(), 1e-5)  # cross-entropies are taken in float32


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("states_at_once", [1, 7, 40])
def test_chunks_change_neither_loss_nor_gradients(decoder, states_at_once):
    made = network(decoder=decoder).double()
    batch = batch_of(made)
    whole = made.loss(batch)
    whole.total.backward()
    expected = gradients(made)
    made.states_at_once = states_at_once
    assert len(list(made._chunks(batch))) == -(-len(batch.decisions) // states_at_once)
    chunked = made.loss(batch)
    chunked.total.backward()
    assert_close(parts(chunked), parts(whole), 1e-5)
    found = gradients(made)
    assert found.keys() == expected.keys()
    for name, gradient in expected.items():
        assert_close(found[name], gradient, 1e-5)


def test_chunks_with_dropout_are_recomputed_with_the_same_dropout():
    """A checkpointed chunk runs twice; its gradients must be those of the loss that was reported."""
    made = network(relu_dropout=0.5).double().train()
    made.states_at_once = 7
    batch = batch_of(made)
    weight = made.decoder.head.labels.output.bias
    step = 1e-3

    def loss() -> torch.Tensor:
        torch.manual_seed(3)
        return made.loss(batch).total.double()

    loss().backward()
    slope = float(weight.grad[1])
    with torch.no_grad():
        weight[1] += step
        above = loss()
        weight[1] -= 2 * step
        below = loss()
    assert float(above - below) / (2 * step) == pytest.approx(slope, rel=1e-2, abs=5e-2)


@pytest.mark.parametrize("decoder", DECODERS)
def test_bfloat16_is_close_to_float32(decoder):
    made = network(decoder=decoder)
    batch = batch_of(made)
    with torch.no_grad():
        exact = parts(made.loss(batch))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            rough = parts(made.loss(batch))
    assert rough.isfinite().all()
    assert_close(rough.float(), exact, 0.05)
    assert not torch.equal(rough.float(), exact), "autocast did something"


@pytest.mark.parametrize("decoder", DECODERS)
def test_bfloat16_gradients_point_the_same_way(decoder):
    made = network(decoder=decoder, width=64)
    batch = batch_of(made)
    made.loss(batch).total.backward()
    exact = torch.cat([gradient.flatten() for gradient in gradients(made).values()])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = made.loss(batch).total
    loss.backward()
    rough = torch.cat([gradient.flatten() for gradient in gradients(made).values()])
    assert rough.dtype == torch.float32
    assert torch.cosine_similarity(exact, rough, dim=0) > 0.98


@pytest.mark.parametrize("decoder", DECODERS)
def test_every_weight_learns(decoder):
    made = network(decoder=decoder, gold_tags=True)
    made.loss(batch_of(made, BANK)).total.backward()
    idle = [name for name, weight in made.named_parameters() if weight.grad is None or not weight.grad.any()]
    # In-order, a node of its own may stand for "nothing is open", and then nothing looks at the dummy.
    assert set(idle) <= ({"decoder.features.dummy"} if decoder == "in-order" else set())


def test_an_unknown_tag_is_not_learnt_from():
    made = network()
    known = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ rides)))")
    unknown = Tree.from_string("(S (NP (XX Arthur)) (VP (VBZ rides)))")
    assert made.prepare(unknown).tags.tolist()[0] == IGNORED
    with torch.no_grad():
        words = made.encode(batch_of(made, [known]).input)
        second = torch.nn.functional.cross_entropy(
            made.tag_head(words)[1:], torch.tensor([VOCABULARY.tag_number("VBZ")])
        )
        assert_close(made.loss(batch_of(made, [unknown])).tag, second, 1e-5)


def test_without_a_tag_head_there_is_no_tag_loss():
    made = network(tag_head=False)
    losses = made.loss(batch_of(made))
    assert losses.tag == 0
    assert losses.total == losses.target + losses.parent + losses.new


def test_an_example_knows_its_size():
    made = network()
    example = made.prepare(TREES[0])
    assert example.words == 6
    assert example.pieces == sum(map(len, TREES[0].words)) + 2  # a piece a character, [CLS] and [SEP]
    assert len(example.decisions) == 6
    assert example.tags.dtype == np.int32


def test_a_batch_counts_and_moves():
    made = network()
    batch = batch_of(made)
    assert (batch.sentences, batch.words) == (10, sum(len(tree.words) for tree in TREES))
    moved = batch.to(torch.device("meta"))
    tensors = (moved.histories, moved.first_word, moved.sentence, moved.decisions, moved.tags, moved.input.pieces)
    assert {tensor.device.type for tensor in tensors} == {"meta"}


def test_the_parameters_are_the_encoder_s_and_the_others():
    made = network()
    own, other = list(made.encoder_parameters()), list(made.other_parameters())
    assert len(own) + len(other) == len(list(made.parameters()))
    assert {id(weight) for weight in own}.isdisjoint(id(weight) for weight in other)
    assert any(weight is made.encoder.position_table for weight in other)


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor:UserWarning")  # torch's compiler, of its own doing
def test_compiled_layers_give_the_same_loss_and_gradients():
    made = build(ModelConfig(encoder="tiny", width=32, attention_layers=1, feedforward=32, gcn_layers=2), VOCABULARY)
    batches = [batch_of(made, trees) for trees in (BANK, TREES[:2], TREES[2:5])]
    expected = []
    for batch in batches:
        made.zero_grad()
        made.loss(batch).total.backward()
        expected.append(gradients(made))
    made.compile_layers(backend="aot_eager")
    layers = list(made.encoder.transformer.encoder["layer"])
    assert all(layer._compiled_call_impl is not None for layer in layers)
    for batch, wanted in zip(batches, expected):
        made.zero_grad()
        made.loss(batch).total.backward()
        for name, gradient in gradients(made).items():
            torch.testing.assert_close(gradient, wanted[name], atol=1e-4, rtol=1e-4)
    assert set(made.state_dict()) == set(build(made.config, VOCABULARY).state_dict())


def test_states_are_those_of_the_followed_tree_and_actions_the_best_in_them():
    made = network()
    gold = Tree.from_string("(S (NP (DT the) (NN King)) (VP (VBZ is)))")
    flat = Tree.from_string("(S (DT the) (NN King) (VP (VBZ is)))")
    followed, path = made.prepare(gold, followed=flat), made.prepare(flat)
    assert (followed.history.table == path.history.table).all()
    number = VOCABULARY.label_number
    best = [(0, number("NP"), 0), (0, 0, number("NP")), (0, number("VP"), 0)]  # flat: attach(0,S), attach(0,None), ...
    assert [tuple(row) for row in followed.decisions[:, 1:].tolist()] == best
    itself = made.prepare(gold, followed=gold)
    assert (itself.decisions == made.prepare(gold).decisions).all()
