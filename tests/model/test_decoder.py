"""A decoder says what it can do, and what it says is so."""

from __future__ import annotations

import pytest
import torch

from model.networks import DECODERS, batch_of, network
from rightmost.gpu.fixed_engine import fits
from rightmost.transitions.system import System


@pytest.mark.parametrize("decoder", DECODERS)
def test_its_system_is_that_of_its_decisions(decoder):
    made = network(decoder=decoder)
    batch = batch_of(made)
    words = sum(1 for _ in batch.tags)
    one_a_word = made.decoder.system is System.ATTACH_JUXTAPOSE
    assert (len(batch.decisions) == words) == one_a_word


@pytest.mark.parametrize("decoder", DECODERS)
def test_it_looks_as_far_as_it_says(decoder):
    made = network(decoder=decoder, gcn_layers=3)
    assert made.decoder.levels == (0 if decoder == "sequence" else 3)


@pytest.mark.parametrize("decoder", DECODERS)
def test_only_what_packs_takes_steps_of_fixed_shapes(decoder):
    made = network(decoder=decoder)
    assert fits(made.decoder, [3]) == made.decoder.packs == (decoder == "graph")


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_loss_has_three_parts(decoder):
    made = network(decoder=decoder)
    losses = made.loss(batch_of(made))
    assert all(torch.isfinite(part) for part in (losses.target, losses.parent, losses.new))
