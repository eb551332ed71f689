"""Building a network whose weights come from files: without memory for them, and without random numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

_FILLS = {name for name in dir(nn.init) if name.endswith("_")} | {"fill_", "zero_"}


@contextmanager
def weightless() -> Iterator[None]:
    """What is built in here has weights without values (torch's `meta` device), to be assigned later."""
    with torch.device("meta"), _Unfilled():
        yield


class _Unfilled(TorchFunctionMode):
    """Leaves out filling tensors. On the meta device it would do nothing, after importing torch's compiler for it."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        given = kwargs or {}
        if getattr(func, "__name__", "") in _FILLS:
            return args[0] if args else given["tensor"]
        return func(*args, **given)
