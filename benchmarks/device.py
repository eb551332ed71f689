"""The device that is measured: the GPU, where there is one."""

from __future__ import annotations

import time

import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def synchronised() -> float:
    """The time once the device has done what it was given."""
    if DEVICE.type == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()
