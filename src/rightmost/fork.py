"""What a process made by `fork` begins anew: torch's threads, and the locks that other threads held.

OpenMP's threads do not survive a fork, and a child that divides work among them waits for ever. A child therefore works
in one thread, as torch's own data loaders do. A GPU that its parent has used cannot be used in a child at all.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from rightmost.errors import RightmostError


class Turn:
    """A network's lock: one thread has it at a time. In a forked child it is free, whoever had it in the parent."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self._lock = threading.Lock()
        if device.type != "cpu":
            _in_use.add(device.type)
        _turns.add(self)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """The turn, for as long as the block takes."""
        check_device(self.device)
        with self._lock:
            yield

    def begin_anew(self) -> None:
        """Frees the lock, which no thread of this process has."""
        self._lock = threading.Lock()


def check_device(device: torch.device) -> None:
    """Raises in a forked child whose parent has used the device."""
    if device.type in _lost:
        raise RightmostError(
            f"this process was forked from one that uses {device.type}, which it cannot use itself; start processes "
            "by spawn (multiprocessing.get_context('spawn')), or parse on the CPU: device='cpu'"
        )


_turns: weakref.WeakSet[Turn] = weakref.WeakSet()
_in_use: set[str] = set()  # kinds of devices
_lost: set[str] = set()  # those that were in use when this process was forked


def _before() -> None:
    if torch.cuda.is_initialized():
        _in_use.add("cuda")


def _in_child() -> None:
    torch.set_num_threads(1)
    _lost.update(_in_use)
    for turn in list(_turns):
        turn.begin_anew()


if hasattr(os, "register_at_fork"):  # which Windows does not have, as it has no fork
    os.register_at_fork(before=_before, after_in_child=_in_child)
