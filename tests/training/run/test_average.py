from __future__ import annotations

import torch

from rightmost.training.run.average import MovingAverage
from rightmost.training.run.optimiser import named_weights
from training.runs import tiny_network


def moved(network, by):
    with torch.no_grad():
        for weight in named_weights(network).values():
            weight += by


def test_the_average_follows_the_weights():
    network = tiny_network()
    start = {name: weight.detach().clone() for name, weight in named_weights(network).items()}
    average = MovingAverage(network, 0.5)
    moved(network, 1.0)
    average.update(step=10)  # 10 / (10 + 10): the full 0.5
    assert all(torch.allclose(value, start[name] + 0.5) for name, value in average.tensors().items())
    average.update(step=1)  # early on it follows faster
    assert all(
        torch.allclose(value, start[name] + 1 - 0.5 / 11, atol=1e-5) for name, value in average.tensors().items()
    )


def test_every_second_step_takes_in_what_two_steps_would():
    network = tiny_network()
    each, second = MovingAverage(network, 0.5), MovingAverage(network, 0.5, every=2)
    moved(network, 1.0)
    each.update(step=99)
    each.update(step=100)
    second.update(step=100)
    assert all(torch.allclose(value, each.tensors()[name]) for name, value in second.tensors().items())


def test_in_place_and_out_again():
    network = tiny_network()
    average = MovingAverage(network, 0.9)
    before = {name: weight.detach().clone() for name, weight in named_weights(network).items()}
    moved(network, 1.0)
    own = {name: weight.detach().clone() for name, weight in named_weights(network).items()}
    with average.in_place():
        assert all(torch.equal(weight, before[name]) for name, weight in named_weights(network).items())
    assert all(torch.equal(weight, own[name]) for name, weight in named_weights(network).items())


def test_out_and_in():
    network, other = tiny_network(), tiny_network(seed=2)
    average, copy = MovingAverage(network, 0.9), MovingAverage(other, 0.9)
    copy.load_tensors(average.tensors())
    assert all(torch.equal(value, copy.tensors()[name]) for name, value in average.tensors().items())
