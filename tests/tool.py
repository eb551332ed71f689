"""The scripts of tools/, as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[1] / "tools"


def tool(name: str) -> ModuleType:
    """tools/NAME.py, imported."""
    spec = importlib.util.spec_from_file_location(f"tools.{name}", TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))  # scripts may import one another
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    spec.loader.exec_module(module)
    return module
