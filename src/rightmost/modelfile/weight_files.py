"""A model's weights as its files hold them: read, put together where they were cut, in float32, and checked.

safetensors' own reader maps the file into memory, where another program may still change it after its checksum was
compared, or copies it once more. This one looks at the bytes whose checksum was compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from rightmost.bounded_json import parsed_json
from rightmost.errors import ModelError
from rightmost.modelfile.compact import MOST, SCALE, restored
from rightmost.modelfile.sealed import SealedFolder, blamed_on
from rightmost.reason import one_line

PART = "@"  # a tensor too large for one file is cut by rows into NAME@0, NAME@1, ...
_PART = re.compile(rf"(.+){PART}(0|[1-9][0-9]{{0,5}})", re.DOTALL)
_MOST_HEADER = 10_000_000  # bytes
_KINDS = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}


def read_weights(folder: SealedFolder) -> dict[str, Tensor]:
    """All weights of the folder by name, finite and in float32."""
    stored: dict[str, Tensor] = {}
    for name in folder.names(".safetensors"):
        with blamed_on(folder.path / name):
            tensors = tensors_in(folder.read(name))
            _check_finite(tensors)
        if twice := stored.keys() & tensors.keys():
            raise ModelError(f"{folder.path / name}: {min(twice)!r} stands in two files; get the model again")
        stored |= tensors
    try:
        whole = joined(stored)
        _check_scales(whole)
    except (ValueError, RuntimeError) as error:
        raise ModelError(f"{folder.path}: the weights do not fit the config ({one_line(error)})") from None
    return restored(whole)


def tensors_in(content: bytearray) -> dict[str, Tensor]:
    """The tensors of a safetensors file, which share the memory of `content`. ValueError if it is none."""
    size = int.from_bytes(content[:8], "little")
    if len(content) < 8 or not 2 <= size <= min(len(content) - 8, _MOST_HEADER):
        raise ValueError("not a weights file: it does not begin as safetensors do")
    header = parsed_json(content[8 : 8 + size])
    if not isinstance(header, dict):
        raise ValueError("not a weights file: its header is no table")
    header.pop("__metadata__", None)
    places = sorted(_place(name, entry) for name, entry in header.items())
    ends = [(0, 0), *places, (len(content) - 8 - size,) * 2]
    if any(end != start for (_, end), (start, _) in pairwise(ends)):
        raise ValueError("not a whole weights file: its tensors do not fill it")
    return {name: _tensor(content, 8 + size, name, entry) for name, entry in header.items()}


def joined(stored: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors, those that were cut in one piece again. ValueError if a part is missing."""
    whole: dict[str, Tensor] = {}
    parts: dict[str, dict[int, Tensor]] = {}
    for name, tensor in stored.items():
        if found := _PART.fullmatch(name):
            parts.setdefault(found[1], {})[int(found[2])] = tensor
        else:
            whole[name] = tensor
    for name, numbered in parts.items():
        if name in whole or sorted(numbered) != list(range(len(numbered))):
            raise ValueError(f"{name!r} has parts missing or too many")
        whole[name] = torch.cat([numbered[number] for number in range(len(numbered))])
    return whole


def check_fit(network: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """ValueError unless the weights are those of the network: the same names, shapes and kinds of number."""
    wanted = network.state_dict()
    for names, what in ((wanted.keys() - weights.keys(), "missing"), (weights.keys() - wanted.keys(), "unknown")):
        if names:
            raise ValueError(f"{min(names)!r} is {what}")
    for name, tensor in wanted.items():
        if tensor.shape != weights[name].shape or tensor.dtype != weights[name].dtype:
            raise ValueError(f"{name!r} is {_described(weights[name])}, where {_described(tensor)} is expected")


def _place(name: str, entry: Any) -> tuple[int, int]:
    """Where the tensor's bytes begin and end, which its shape and kind of number must agree with."""
    start, end = entry["data_offsets"]
    shape, kind = entry["shape"], entry["dtype"]
    if kind not in _KINDS:
        raise ValueError(f"{name!r} is of numbers {kind!r}; allowed: {', '.join(_KINDS)}")
    numbers = [start, end, *shape]
    if not all(type(number) is int and number >= 0 for number in numbers) or len(shape) > 8:
        raise ValueError(f"{name!r} has a place or a shape that is none")
    size = _KINDS[kind].itemsize
    for length in shape:
        size *= length
    if end - start != size:
        raise ValueError(f"{name!r} takes {end - start} bytes, and its shape {size}")
    return start, end


def _tensor(content: bytearray, begin: int, name: str, entry: Mapping[str, Any]) -> Tensor:
    start, end = entry["data_offsets"]
    kind = _KINDS[entry["dtype"]]
    if start == end:
        return torch.empty(entry["shape"], dtype=kind)
    count = (end - start) // kind.itemsize
    return torch.frombuffer(content, dtype=kind, count=count, offset=begin + start).view(entry["shape"])


def _check_finite(tensors: Mapping[str, Tensor]) -> None:
    for name, tensor in tensors.items():
        # A sum is quick; one of large numbers may be infinite though they are not.
        if tensor.is_floating_point() and not tensor.sum().isfinite() and not tensor.isfinite().all():
            raise ValueError(f"{name!r} has weights that are no finite numbers")


def _check_scales(weights: Mapping[str, Tensor]) -> None:
    """Each matrix of whole numbers that has a scale has one for each of its rows."""
    for name, scale in weights.items():
        matrix = weights.get(name.removesuffix(SCALE)) if name.endswith(SCALE) else None
        if matrix is None:
            continue
        if matrix.ndim != 2 or scale.shape != (len(matrix), 1) or not scale.is_floating_point():
            raise ValueError(f"{name!r} is {_described(scale)}, of a matrix that is {_described(matrix)}")
        if not (scale.float() * MOST).isfinite().all():
            raise ValueError(f"{name!r} has weights that are no finite numbers")


def _described(tensor: Tensor) -> str:
    return f"{'x'.join(map(str, tensor.shape)) or 'one'} of {str(tensor.dtype).removeprefix('torch.')}"
