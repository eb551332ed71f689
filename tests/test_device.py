"""Where a model runs, and in what numbers. (tests/test_parser.py has what `load` does with it.)"""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import torch

from rightmost.device import chosen_device, chosen_dtype, current
from rightmost.errors import BadUsage

CPU = torch.device("cpu")


def test_the_cpu_by_any_name() -> None:
    assert chosen_device("cpu") == chosen_device(CPU) == CPU
    assert chosen_dtype("auto", CPU) == "float32"
    assert chosen_dtype("auto", torch.device("cuda")) == "bfloat16"
    assert isinstance(current(CPU), nullcontext)


@pytest.mark.parametrize("name", [None, 3, b"cpu", "", "cpu:x", "cpu:99999999999999999999", "grail", ["cpu"]])
def test_what_is_no_device(name: object) -> None:
    with pytest.raises(BadUsage, match=r"^device .*; allowed here: auto, .*cpu$"):
        chosen_device(name)


@pytest.mark.parametrize("name", [None, 32, "float16", ["int8"]])
def test_what_is_no_dtype(name: object) -> None:
    with pytest.raises(BadUsage, match=r"^dtype .*; allowed: auto, float32, bfloat16, int8$"):
        chosen_dtype(name, CPU)
