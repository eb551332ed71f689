"""The engine that a device's sentences are parsed by: the GPU's where there is one and `rightmost.gpu` is installed."""

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
