"""Each Triton kernel against the same step in torch. Without a GPU they run in Triton's interpreter, where that is."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
import torch
from torch import Tensor

from gpu.interpreter import DEVICE, impossible_memory, run_in_the_interpreter
from gpu.packings import packing_of
from model.growing import VOCABULARY, forest_of
from model.networks import assert_close, graph_decoder, network
from rightmost.decoding.forest import Forest
from rightmost.gpu.packed_scores import Plain, Steps
from rightmost.gpu.packing import Packing
from rightmost.model.action_head import WordShares
from rightmost.model.graph_decoder import GraphDecoder
from rightmost.model.states import ABSENT, DEPTH
from rightmost.transitions.action import attach, juxtapose
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR

pytestmark = pytest.mark.skipif(find_spec("triton") is None, reason="no Triton here")


def fused() -> Steps:
    from rightmost.gpu.layer_kernels import Fused

    return Fused()


def trees() -> Forest:
    """Arthur after five words, a flat tree, one that is over, and one that grows upwards."""
    arthur = list(oracle(Tree.from_string(ARTHUR)))[:5]
    flat = [attach(0, "NP"), *[attach(0, None)] * 4]
    upwards = [attach(0, "NP"), *[juxtapose(0, "VP", "S")] * 4]
    forest = forest_of([arthur, flat, flat, upwards])
    forest.nodes[DEPTH, 2] = ABSENT
    return forest


def run_all() -> None:
    """Every step, on the rows that count; after them, one side holds impossible numbers."""
    for layers, gcn, given_target in ((1, "separate", True), (3, "vanilla", False), (3, "separate", True)):
        made = network(
            vocabulary=VOCABULARY, gcn_layers=layers, gcn=gcn, labels_given_target=given_target, width=20
        ).to(DEVICE)
        decoder, forest = graph_decoder(made), trees()
        packing = packing_of(decoder, forest, spare=5)
        prepared = decoder.prepare(torch.randn(21, 20, device=DEVICE), made.encoder.position_table)
        rows = packing.counts.tolist()
        plain, steps = Plain(), fused()

        def alike(ours: Tensor, theirs: Tensor, count: int) -> None:
            assert ours.shape == theirs.shape
            assert_close(ours[:count], theirs[:count], 1e-5)

        with impossible_memory():
            for is_last in (True, False):
                layer = decoder.features.convolution.layers[0]
                first = [each.first_layer(prepared.tables, packing, layer, is_last=is_last) for each in (steps, plain)]
                alike(first[0], first[1], rows[-2])
            features = first[1]
            for level in range(layers - 1):
                layer = decoder.features.convolution.layers[layers - 1 - level]
                own = features[: packing.capacity[level + 1]]
                found = [each.gathered(own, packing, level=level) for each in (steps, plain)]
                for ours, theirs in zip(*found):
                    alike(ours, theirs, rows[level])
                mapped, sums = layer.map(found[1][0]), found[1][1]
                for is_last in (True, False):
                    done = [
                        each.finished(mapped, sums, own, packing, layer=layer, level=level, is_last=is_last)
                        for each in (steps, plain)
                    ]
                    alike(done[0], done[1], rows[level])
            head_steps(decoder, features[: packing.capacity[0]], packing, prepared.shares)


def head_steps(decoder: GraphDecoder, chain: Tensor, packing: Packing, shares: WordShares) -> None:
    """Targets and labels of all trees; of the one that is over too, which has no target."""
    next_word = torch.tensor([5, 10, 0, 20], device=DEVICE)
    ways = fused(), Plain()
    (target, summary), (target_too, summary_too) = (
        each.chain_scores(decoder.head, chain, packing, shares=shares, next_word=next_word) for each in ways
    )
    assert_close(target, target_too, 1e-5)
    assert_close(summary, summary_too, 1e-5)
    assert (target[2] == float("-inf")).all()
    places = torch.tensor([[0, 1], [0, 0], [0, 0], [1, 0]], device=DEVICE)
    hidden = decoder.head.hidden_labels(summary_too, chain, packing.chain_start[:, None] + places)
    labels = [each.label_scores(decoder.head, hidden, shares=shares, next_word=next_word) for each in ways]
    assert_close(labels[0], labels[1], 1e-5)


@pytest.mark.gpu
@torch.no_grad()
def test_kernels_are_the_steps_in_torch_on_a_gpu() -> None:
    run_all()


def test_kernels_are_the_steps_in_torch_in_the_interpreter() -> None:
    run_in_the_interpreter("gpu.test_layer_kernels", "run_all")
