"""Models are loaded on the CPU wherever tests run, but by those of the GPU itself. Signals stay pytest's."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
import torch
from hypothesis import settings

from rightmost.ending import SIGNALS

HAS_GPU = torch.cuda.is_available()

settings.register_profile("no deadline", deadline=None)  # a busy machine is not a fault
settings.load_profile("no deadline")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu") and not HAS_GPU:
        pytest.skip("no GPU here")


@pytest.fixture(autouse=True)
def _signals_as_they_were() -> Iterator[None]:
    """A command that a test runs in this process leaves them to the system, as at the end of a process of its own."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def _gpu_only_where_it_is_tested(request, monkeypatch):
    if HAS_GPU and not request.node.get_closest_marker("gpu"):
        monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
        monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")  # for commands that a test runs
