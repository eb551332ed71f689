from __future__ import annotations

import torch

from model.networks import assert_close
from model.reference import two_layers
from rightmost.model.tag_head import TagHead

WIDTH = 16


def test_the_tag_head_is_two_layers_on_each_word():
    torch.manual_seed(0)
    head, words = TagHead(WIDTH, 4).double(), torch.randn(5, WIDTH, dtype=torch.float64)
    assert_close(head(words), two_layers(head.net, words), 1e-12)
