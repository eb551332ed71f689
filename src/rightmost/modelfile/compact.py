"""Weights in a quarter of their size: each row of a matrix as whole numbers from -127 to 127 and a scale."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

SCALE = ".scale"  # after a matrix's name: the scale of each of its rows
MOST = 127


def compacted(weights: Mapping[str, Tensor], *, only: str = "") -> dict[str, Tensor]:
    """The weights as they are stored: matrices whose names end in `only` as int8 with scales, all else as float16."""
    stored: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        if tensor.ndim == 2 and name.endswith(only):
            stored |= _rows(name, tensor.float())
        else:
            stored[name] = tensor.half() if tensor.is_floating_point() else tensor
    return stored


def restored(stored: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights in float32, whether or not they were compacted; whole numbers that are no weights stay."""
    return {
        name: tensor * stored[name + SCALE].float() if name + SCALE in stored else _copy(tensor)
        for name, tensor in stored.items()
        if not (name.endswith(SCALE) and name.removesuffix(SCALE) in stored)  # else it is a matrix's scale
    }


def _copy(tensor: Tensor) -> Tensor:
    return tensor.to(torch.float32, copy=True) if tensor.is_floating_point() else tensor.clone()


def _rows(name: str, matrix: Tensor) -> dict[str, Tensor]:
    scale = matrix.abs().amax(dim=1, keepdim=True) / MOST
    whole = (matrix / scale.clamp(min=torch.finfo(torch.float32).tiny)).round()
    return {name: whole.to(torch.int8), name + SCALE: scale}
