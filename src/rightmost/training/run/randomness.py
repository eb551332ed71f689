"""Random numbers that can be repeated: they depend on the seed and the step, so a checkpoint need not hold them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch


def seed_step(seed: int, *, step: int, rank: int) -> None:
    """Sets torch's generators for this step of this process, whatever was drawn before."""
    torch.manual_seed(int(np.random.SeedSequence([seed, step, rank]).generate_state(1, np.uint64)[0]))


@contextmanager
def repeatable(device: torch.device) -> Iterator[None]:
    """Within the block, sums on the CPU are taken in one order. (A GPU would pay too much for it.)"""
    if device.type != "cpu":
        yield
        return
    before = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    memory: Any = torch.utils.deterministic  # torch's types do not know its one setting
    filled = memory.fill_uninitialized_memory
    torch.use_deterministic_algorithms(True)
    memory.fill_uninitialized_memory = False  # a fifth of a step's time, and nothing is read from it
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before[0], warn_only=before[1])
        memory.fill_uninitialized_memory = filled
