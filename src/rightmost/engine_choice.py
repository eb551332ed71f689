"""The engine for a device: the GPU's own for a GPU, if the folder `rightmost.gpu` is there; else the ragged one."""

from __future__ import annotations

from importlib.util import find_spec

import torch

from rightmost.decoding.engine import Engine, RaggedEngine


def engine_for(device: torch.device) -> Engine:
    """A new one for that device. What it records belongs to it: keep it as long as the networks it is used with."""
    if device.type == "cuda" and find_spec("rightmost.gpu") is not None:
        from rightmost.gpu.fixed_engine import FixedEngine

        return FixedEngine()
    return RaggedEngine()
