"""Models are loaded on the CPU wherever tests run, but by those of the GPU itself."""

from __future__ import annotations

import pytest
import torch

HAS_GPU = torch.cuda.is_available()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu") and not HAS_GPU:
        pytest.skip("no GPU here")


@pytest.fixture(autouse=True)
def _gpu_only_where_it_is_tested(request, monkeypatch):
    if HAS_GPU and not request.node.get_closest_marker("gpu"):
        monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
        monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")  # for commands that a test runs
