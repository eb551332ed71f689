"""Triton's kernels on whatever there is: a GPU, or else Triton's interpreter in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextmanager
def impossible_memory() -> Iterator[None]:
    """Within the block, new memory is full of impossible numbers: torch fills it where all is to be deterministic."""
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


def run_in_the_interpreter(module: str, function: str) -> None:
    """Runs a test module's function there: the interpreter must be chosen before the kernels are read."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "tests"), str(root / "src"), *sys.path])
    told = {**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": path}
    code = f"from model.interpreter import interpret; from {module} import {function}; interpret({function})"
    done = subprocess.run([sys.executable, "-c", code], env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def interpret(function: Callable[[], None]) -> None:
    """Calls it with an interpreter that knows numpy's newest rule: no int() of an array of one."""
    from triton.runtime import interpreter

    patched = interpreter._patch_lang_tensor

    def patch(tensor: object, scope: object) -> None:
        patched(tensor, scope)
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))  # type: ignore[attr-defined]

    interpreter._patch_lang_tensor = patch
    with torch.no_grad():
        function()
