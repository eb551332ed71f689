from __future__ import annotations

import torch

from model.networks import assert_close
from model.reference import two_layers
from rightmost.model.two_layers import TwoLayers


def test_two_inputs_side_by_side_are_one_wide_input():
    torch.manual_seed(0)
    net = TwoLayers(4, 3, 8, 2).double()
    first, second = torch.randn(5, 4, dtype=torch.float64), torch.randn(5, 3, dtype=torch.float64)
    assert net.second is not None
    ours = net(net.first(first) + net.second(second))
    assert_close(ours, two_layers(net, torch.cat([first, second], dim=1)), 1e-12)


def test_one_input_alone():
    net = TwoLayers(4, 0, 8, 2).double()
    inputs = torch.randn(5, 4, dtype=torch.float64)
    assert net.second is None
    assert_close(net(net.first(inputs)), two_layers(net, inputs), 1e-12)
