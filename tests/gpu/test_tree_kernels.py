"""The Triton kernels against the same steps in torch. Without a GPU they run in Triton's interpreter, where that is."""

from __future__ import annotations

from contextlib import nullcontext
from importlib.util import find_spec

import pytest
import torch

from decoding.searching import searched
from gpu.fixed_searches import assert_same, other_actions
from gpu.interpreter import DEVICE, impossible_memory, run_in_the_interpreter
from model.networks import network
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.greedy import Forced, Greedy
from rightmost.decoding.partial_trees import Policy
from rightmost.gpu.fixed_engine import FixedSearch
from rightmost.model.network import Network

pytestmark = pytest.mark.skipif(find_spec("triton") is None, reason="no Triton here")
LENGTHS = [5, 1, 3] if DEVICE.type == "cpu" else [9, 3, 1, 7, 26]  # the interpreter is slow


def kernels() -> tuple[object, object]:
    from rightmost.gpu.layer_kernels import Fused
    from rightmost.gpu.tree_kernels import InKernels

    return Fused(), InKernels()


def run_all() -> None:
    """Greedy, forced and beam search by kernels, against ragged search on the CPU."""
    for layers, kind, labels_given_target in ((2, "separate", True), (4, "vanilla", False)):
        made = network(gcn_layers=layers, gcn=kind, labels_given_target=labels_given_target, positions=40, width=20)
        words = torch.randn(sum(LENGTHS), made.config.width)
        policies = (Greedy(), Forced(other_actions(made.double(), LENGTHS, seed=0)), BeamSearch(3))
        made = made.float()
        expected = [searched(made, words, LENGTHS, policy) for policy in policies]
        made, words = made.to(DEVICE), words.to(DEVICE)
        for policy, found in zip(policies, expected):
            ours = on_device(policy)
            search = FixedSearch(made.decoder, ours, *kernels())
            for memory in (impossible_memory(), nullcontext(), nullcontext()):  # the last time a GPU replays graphs
                with memory:
                    waiting = search.start(words, made.encoder.position_table, lengths=LENGTHS)
                    assert_same(waiting(), found, tolerance=1e-3)
        without_room(made, words)


def on_device(policy: Policy) -> Policy:
    """Given actions must be where the trees are."""
    if isinstance(policy, Forced):
        policy._actions = policy._actions.to(DEVICE)
    return policy


def without_room(made: Network, words: torch.Tensor) -> None:
    """Steps with too little room say so, and touch no memory but their own."""
    search = FixedSearch(made.decoder, Greedy(), *kernels())
    search._rooms.capacity = lambda trees, words: (8,) * (made.decoder.levels + 1)
    with impossible_memory():
        assert search.start(words, made.encoder.position_table, lengths=LENGTHS)() is None


@pytest.mark.gpu
@torch.no_grad()
def test_kernels_are_the_ragged_search_on_a_gpu():
    run_all()


def test_kernels_are_the_ragged_search_in_the_interpreter():
    run_in_the_interpreter("gpu.test_tree_kernels", "run_all")
