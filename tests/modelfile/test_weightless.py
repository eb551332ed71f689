from __future__ import annotations

import torch
from torch import nn

from rightmost.modelfile.weightless import weightless


def test_nothing_has_values_and_no_random_number_is_drawn():
    torch.manual_seed(1)
    before = torch.get_rng_state()
    with weightless():
        made = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Embedding(5, 6))
        own = nn.Parameter(torch.empty(2, 3).normal_(std=0.02))
    assert all(parameter.is_meta for parameter in [*made.parameters(), own])
    assert [tuple(parameter.shape) for parameter in made.parameters()] == [(4, 3), (4,), (4,), (4,), (5, 6)]
    assert torch.equal(torch.get_rng_state(), before)


def test_weights_are_assigned_later_and_learn():
    real = nn.Linear(3, 4)
    with weightless():
        made = nn.Linear(3, 4)
    made.load_state_dict({name: tensor.clone() for name, tensor in real.state_dict().items()}, assign=True)
    given = torch.ones(2, 3)
    assert torch.equal(made(given), real(given))
    made(given).sum().backward()
    assert made.weight.grad is not None


def test_tensors_outside_have_values():
    with weightless():
        pass
    assert torch.full((2,), 3.0).tolist() == [3.0, 3.0]
    assert nn.init.constant_(torch.empty(2), 5.0).tolist() == [5.0, 5.0]
