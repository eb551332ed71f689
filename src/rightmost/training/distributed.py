"""The processes of a run: one alone, or as many as `torchrun` started."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import torch
import torch.distributed as dist
from torch import Tensor

from rightmost.ending import leave_signals
from rightmost.errors import BadUsage

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

    @torch.no_grad()
    def average(self, tensors: Sequence[Tensor]) -> None:
        """Puts the mean over all processes in the tensors' place."""
        if self.ranks == 1:
            return
        flat = torch.cat([tensor.flatten() for tensor in tensors])
        mean = flat.cpu() if dist.get_backend() == "gloo" else flat  # which takes longer with a GPU's tensors
        dist.all_reduce(mean)
        parts = (mean.to(flat.device) / self.ranks).split([tensor.numel() for tensor in tensors])
        for tensor, part in zip(tensors, parts):
            tensor.copy_(part.view_as(tensor))

    def leaders(self, value: T) -> T:
        """The first process's value."""
        if self.ranks == 1:
            return value
        values = [value]
        dist.broadcast_object_list(values)
        return values[0]

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
    chosen = _device(device, local_rank=int(os.environ.get("LOCAL_RANK", "0")))
    if chosen.type == "cuda":
        torch.cuda.set_device(chosen)
    if ranks == 1:
        yield Team(0, 1, chosen)
        return
    leave_signals()  # who waits for the others could not answer one
    dist.init_process_group("nccl" if chosen.type == "cuda" and not _is_shared() else "gloo")
    try:
        team = Team(dist.get_rank(), dist.get_world_size(), chosen)
        yield team
        team.wait()  # no process ends while another still needs it
    finally:
        dist.destroy_process_group()


def _is_shared() -> bool:
    """Whether this machine has fewer GPUs than processes, which NCCL refuses."""
    return torch.cuda.device_count() < int(os.environ.get("LOCAL_WORLD_SIZE", "1"))


def _device(name: str, *, local_rank: int) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        if device.type == "cuda" and device.index is None:
            device = torch.device("cuda", local_rank % max(1, torch.cuda.device_count()))
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError):  # torch raises this for a device it was built without
        here = ["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
        raise BadUsage(f"device: {name} is not to be had here; allowed here: auto, {', '.join(here)}") from None
    return device
