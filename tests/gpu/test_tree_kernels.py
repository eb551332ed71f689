"""The Triton kernels against the same steps in torch. Without a GPU they run in Triton's interpreter, where that is."""

from __future__ import annotations

from contextlib import nullcontext
from importlib.util import find_spec

import pytest
import torch

from gpu.interpreter import DEVICE, impossible_memory, run_in_the_interpreter
from model.networks import network
from rightmost.decoding.beam import ragged_beam_search
from rightmost.decoding.greedy import ragged_search
from rightmost.gpu.fixed import FixedSearch
from rightmost.gpu.fixed_beam import FixedBeamSearch, OfBeams
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
        greedy = ragged_search(made.decoder, words, made.encoder.position_table, lengths=LENGTHS)
        beams = ragged_beam_search(made.decoder, words, made.encoder.position_table, lengths=LENGTHS, beam=3)
        made, words, forced = made.to(DEVICE), words.to(DEVICE), greedy.actions.to(DEVICE)
        positions = made.encoder.position_table
        steps, on_trees = kernels()
        search = FixedSearch(made.decoder, steps, on_trees)
        for actions in (None, forced, None, forced):  # from the third time on, a GPU replays graphs
            found = search.start(words, positions, lengths=LENGTHS, forced=actions).result()
            assert found is not None
            assert torch.equal(found[0], greedy.actions)
            torch.testing.assert_close(found[1], greedy.log_probabilities, atol=1e-4, rtol=1e-4)
        of_beams = FixedBeamSearch(made.decoder, DEVICE, beam=3)
        of_beams._on_trees = OfBeams(on_trees, beam=3)
        of_beams._search = FixedSearch(made.decoder, steps, of_beams._on_trees, copies=3)
        for memory in (impossible_memory(), nullcontext()):
            with memory:
                found_beams = of_beams.start(words, positions, lengths=LENGTHS)()
            assert found_beams is not None
            for ours, theirs in zip(found_beams, beams):
                assert [each.tolist() for each in ours.actions] == [each.tolist() for each in theirs.actions]
                assert ours.log_probabilities == pytest.approx(theirs.log_probabilities, abs=1e-3)
        without_room(made, words)


def without_room(made: Network, words: torch.Tensor) -> None:
    """Steps with too little room say so, and touch no memory but their own."""
    search = FixedSearch(made.decoder, *kernels())
    search._rooms.capacity = lambda trees, words: (8,) * (made.decoder.levels + 1)
    with impossible_memory():
        assert search.start(words, made.encoder.position_table, lengths=LENGTHS).result() is None


@pytest.mark.gpu
@torch.no_grad()
def test_kernels_are_the_ragged_search_on_a_gpu():
    run_all()


def test_kernels_are_the_ragged_search_in_the_interpreter():
    run_in_the_interpreter("search.test_kernels", "run_all")
