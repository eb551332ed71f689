"""The processes of a run: one alone, or as many as `torchrun` started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import torch
import torch.distributed as dist
from torch import Tensor

from rightmost.errors import RightmostError

T = TypeVar("T")


@dataclass(frozen=True)
class Team:
    """This process's place among the others. All must make the same calls in the same order."""

    rank: int
    ranks: int
    device: torch.device

    @property
    def leads(self) -> bool:
        """Whether this is the process that writes and talks."""
        return self.rank == 0

    def summed(self, tensor: Tensor) -> Tensor:
        """The sum over all processes."""
        if self.ranks == 1:
            return tensor
        total = tensor.detach().to(self.device, copy=True)
        dist.all_reduce(total)
        return total

    def gathered(self, value: T) -> list[T]:
        """Every process's value, by rank."""
        if self.ranks == 1:
            return [value]
        values: list[T] = [value] * self.ranks
        dist.all_gather_object(values, value)
        return values

    def wait(self) -> None:
        """Returns when every process has come here."""
        if self.ranks > 1:
            dist.barrier()


@contextmanager
def assembled(device: str) -> Iterator[Team]:
    """The team on `device` (auto, cpu, cuda, ...), as torchrun's environment has it; alone without one."""
    ranks = int(os.environ.get("WORLD_SIZE", "1"))
    chosen = _device(device, local_rank=int(os.environ.get("LOCAL_RANK", "0")), ranks=ranks)
    if chosen.type == "cuda":
        torch.cuda.set_device(chosen)
    if ranks == 1:
        yield Team(0, 1, chosen)
        return
    dist.init_process_group("nccl" if chosen.type == "cuda" else "gloo")
    try:
        yield Team(dist.get_rank(), dist.get_world_size(), chosen)
    finally:
        dist.destroy_process_group()


def _device(name: str, *, local_rank: int, ranks: int) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        if device.type == "cuda" and device.index is None:
            device = torch.device("cuda", local_rank if ranks > 1 else 0)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError):  # as torch says of a device it was built without
        raise RightmostError(f"device: {name} is not to be had here; allowed: auto, cpu, cuda, cuda:0, ...") from None
    return device
