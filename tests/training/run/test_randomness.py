from __future__ import annotations

import torch

from rightmost.training.run.randomness import repeatable, seed_step


def drawn(seed, step, rank):
    seed_step(seed, step=step, rank=rank)
    return torch.rand(4).tolist()


def test_a_steps_chance_depends_on_the_step_alone():
    first = drawn(1, 5, 0)
    torch.rand(100)
    assert drawn(1, 5, 0) == first
    others = [drawn(2, 5, 0), drawn(1, 6, 0), drawn(1, 5, 1), drawn(5, 1, 0)]
    assert first not in others


def test_repeatable_within_the_block_alone():
    before = torch.are_deterministic_algorithms_enabled()
    filled = torch.utils.deterministic.fill_uninitialized_memory
    with repeatable(torch.device("cpu")):
        assert torch.are_deterministic_algorithms_enabled()
        assert not torch.utils.deterministic.fill_uninitialized_memory
    assert torch.utils.deterministic.fill_uninitialized_memory is filled
    assert torch.are_deterministic_algorithms_enabled() is before
    with repeatable(torch.device("meta")):
        assert torch.are_deterministic_algorithms_enabled() is before
