"""The scripts of recipe/en/ and benchmarks/, as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
TOOLS, BENCHMARKS = ROOT / "recipe" / "en", ROOT / "benchmarks"


def tool(name: str, folder: Path = TOOLS) -> ModuleType:
    """The script of that name, imported."""
    spec = importlib.util.spec_from_file_location(f"{folder.name}.{name}", folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    sys.path.append(str(folder))  # scripts may import one another,
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))  # and tests must not: benchmarks/evaluation.py would hide tests/evaluation
    return module
