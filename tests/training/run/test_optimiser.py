from __future__ import annotations

import pytest
import torch
from torch.optim import AdamW, RMSprop

from rightmost.training.run.optimiser import (
    build_optimiser,
    learning_rates,
    load_optimiser_tensors,
    named_weights,
    optimiser_tensors,
    set_learning_rate,
)
from rightmost.training.training_config import OptimiserConfig
from rightmost.trees.tree import Tree
from training.runs import TREES, tiny_network


@pytest.fixture
def network():
    return tiny_network()


def take_steps(network, optimiser, steps):
    batch = network.collate([network.prepare(Tree.from_string(tree)) for tree in TREES[:3]])
    for _ in range(steps):
        optimiser.zero_grad()
        network.loss(batch).total.backward()
        optimiser.step()


@pytest.mark.parametrize(("name", "kind"), [("rmsprop", RMSprop), ("adamw", AdamW)])
def test_every_weight_is_in_one_group(network, name, kind):
    config = OptimiserConfig(name=name, learning_rate=1e-3, encoder_learning_rate=1e-5, layer_decay=0.5)
    optimiser = build_optimiser(network, config)
    assert isinstance(optimiser, kind)
    grouped = [id(weight) for group in optimiser.param_groups for weight in group["params"]]
    assert sorted(grouped) == sorted(map(id, named_weights(network).values()))


def test_the_encoder_may_learn_slower_and_slower_going_down(network):
    config = OptimiserConfig(learning_rate=1e-3, encoder_learning_rate=1e-4, layer_decay=0.5)
    rates = learning_rates(network, config)

    def rate(part):
        (found,) = {value for name, value in rates.items() if name.startswith(f"encoder.transformer.{part}")}
        return found

    assert rate("encoder.layer.1.") == pytest.approx(5e-5)
    assert rate("encoder.layer.0.") == pytest.approx(2.5e-5)
    assert rate("embeddings.") == pytest.approx(1.25e-5)
    assert {value for name, value in rates.items() if "transformer" not in name} == {1e-3}
    assert set(learning_rates(network, OptimiserConfig(learning_rate=1e-3)).values()) == {1e-3}


@pytest.mark.parametrize(("name", "vectors"), [("rmsprop", 0.1), ("adamw", 0.0)])
def test_what_decays(network, name, vectors):
    optimiser = build_optimiser(network, OptimiserConfig(name=name, learning_rate=1e-3, weight_decay=0.1))
    for group in optimiser.param_groups:
        for weight in group["params"]:
            assert group["weight_decay"] == (vectors if weight.ndim == 1 else 0.1)


def test_the_share_of_the_learning_rate(network):
    optimiser = build_optimiser(network, OptimiserConfig(learning_rate=1e-3, encoder_learning_rate=1e-4))
    for share in (0.5, 0.25):
        set_learning_rate(optimiser, share)
        assert {group["lr"] for group in optimiser.param_groups} == {1e-3 * share, 1e-4 * share}


@pytest.mark.parametrize("name", ["rmsprop", "adamw"])
def test_state_goes_out_and_in_bit_for_bit(network, name):
    config = OptimiserConfig(name=name, learning_rate=1e-3, encoder_learning_rate=1e-4)
    optimiser = build_optimiser(network, config)
    take_steps(network, optimiser, 2)
    weights = {key: value.clone() for key, value in network.state_dict().items()}
    state = {key: value.clone() for key, value in optimiser_tensors(optimiser, network).items()}
    take_steps(network, optimiser, 2)

    other = tiny_network(seed=2)
    other.load_state_dict(weights)
    resumed = build_optimiser(other, config)
    load_optimiser_tensors(resumed, other, state)
    take_steps(other, resumed, 2)
    assert all(torch.equal(one, two) for one, two in zip(network.state_dict().values(), other.state_dict().values()))
