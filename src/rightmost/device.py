"""The device that a model runs on, and the number format."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import torch

from rightmost.arguments import short
from rightmost.errors import BadUsage
from rightmost.fork import check_device

DTYPES = ("auto", "float32", "bfloat16", "int8")


def chosen_device(name: object) -> torch.device:
    """The device of that name; of `auto`, the best that is here."""
    here = ["cpu"]
    if torch.backends.mps.is_available():
        here.insert(0, "mps")
    if torch.cuda.is_available():
        here.insert(0, "cuda")
    device = torch.device(here[0]) if isinstance(name, str) and name == "auto" else _named(name, here)
    check_device(device)
    return device


def chosen_dtype(name: object, device: torch.device) -> str:
    """The numbers of that name; of `auto`, the best for the device."""
    if not isinstance(name, str) or name not in DTYPES:
        raise BadUsage(f"dtype {short(name)}; allowed: {', '.join(DTYPES)}")
    if name == "int8" and device.type != "cpu":
        raise BadUsage(f"dtype int8 runs on the CPU alone, not on {device}; give device cpu, or another dtype")
    if name == "auto":
        return "bfloat16" if device.type == "cuda" else "float32"
    return name


def current(device: torch.device) -> AbstractContextManager[object]:
    """Streams and graphs are of the current device, whatever device the network is on."""
    return torch.cuda.device(device) if device.type == "cuda" else nullcontext()


def _named(name: object, here: Sequence[str]) -> torch.device:
    try:
        if not isinstance(name, (str, torch.device)):
            raise ValueError
        device = torch.device(name)
    except (RuntimeError, ValueError):
        raise BadUsage(f"device {short(name)}; allowed here: auto, {', '.join(here)}") from None
    if device.type not in here or (device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count()):
        raise BadUsage(f"device '{name}' is not there; allowed here: auto, {', '.join(here)}")
    return device
