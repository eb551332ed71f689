from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from training.runs import write_run


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Networks as small as these are slower with more, and much slower where other tests run beside them."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Of a small run in this test's folder."""
    return write_run(tmp_path)
