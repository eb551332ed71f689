from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

from model.networks import TREES, network
from rightmost.decoding.parse import parse_leaves
from rightmost.model import int8
from rightmost.model.int8 import Int8Linear, in_int8


@pytest.mark.parametrize("shape", [(7, 24), (1, 24), (0, 24), (2, 3, 24), (24,)])
@pytest.mark.parametrize("bias", [True, False])
def test_close_to_the_layer_it_stands_for(shape, bias, monkeypatch):
    monkeypatch.setattr(int8, "BLOCK", 4)
    torch.manual_seed(0)
    linear = nn.Linear(24, 16, bias=bias)
    features = torch.randn(shape)
    with torch.inference_mode():
        torch.testing.assert_close(Int8Linear(linear)(features), linear(features), atol=0.03, rtol=0.0)


def test_whole_numbers_stay_exact():
    linear = nn.Linear(4, 2)
    linear.weight.data = torch.tensor([[127.0, 1, -3, 0], [0, 0, 0, 0]])
    linear.bias.data = torch.tensor([0.5, -1.0])
    with torch.inference_mode():
        assert Int8Linear(linear)(torch.tensor([[127.0, -2, 0, 5], [0, 0, 0, 0]])).tolist() == [
            pytest.approx([16127.5, -1.0]),
            pytest.approx([0.5, -1.0]),
        ]


def test_every_linear_layer_below_is_changed():
    changed = in_int8(copy.deepcopy(network().encoder))
    assert not any(type(module) is nn.Linear for module in changed.modules())
    assert sum(isinstance(module, Int8Linear) for module in changed.modules()) > 10


def test_a_network_in_int8_parses():
    made = network()
    in_int8(made.encoder)
    trees = parse_leaves(made, [tree.leaves for tree in TREES])
    assert [tree.words for tree in trees] == [tree.words for tree in TREES]
