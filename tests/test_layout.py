"""The folder list of ARCHITECTURE.md: data flows down it, imports only point up it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import rightmost

ROOT = Path(rightmost.__file__).parent
ORDER = [
    "errors",
    "reason",
    "bounded_json",
    "arguments",
    "ending",
    "outcome",
    "lock",
    "swap",
    "part",
    "files",
    "progress_bar",
    "limits",
    "trees",
    "patterns",
    "drawing",
    "corpora",
    "transitions",
    "evaluation",
    "text",
    "encoding",
    "model",
    "modelfile",
    "decoding",
    "gpu",
    "engine_choice",
    "streaming",
    "fork",
    "device",
    "parser_input",
    "parser_batches",
    "parser",
    "training",
    "integrations",
    "server",
    "cli",
    "__main__",
]
#: Folders that may use only these, whatever stands above them.
ONLY = {
    "drawing": {"arguments", "errors", "files", "trees"},
    "patterns": {"errors", "trees"},
    "corpora": {"errors", "lock", "part", "files", "trees"},
    "evaluation": {"arguments", "errors", "files", "trees"},
    "transitions": {"arguments", "errors", "trees"},
}
LAZILY = {("trees", "drawing")}  # tree.draw() and tree.svg()


def imports(path: Path) -> set[str]:
    """The parts of rightmost that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("rightmost.")}
    return found


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_imports_only_point_up():
    files = [path for path in ROOT.rglob("*.py") if part_of(path) != "__init__"]
    assert len(files) > 20
    for path in files:
        part = part_of(path)
        assert part in ORDER, f"{path}: not in the folder list"
        allowed = ONLY.get(part, set(ORDER[: ORDER.index(part)])) | {part} | {b for a, b in LAZILY if a == part}
        assert imports(path) <= allowed, f"{path} imports {sorted(imports(path) - allowed)}"


def test_every_module_has_its_tests():
    tests = Path(__file__).parent
    for path in ROOT.rglob("[a-z]*.py"):
        expected = path.relative_to(ROOT).with_name(f"test_{path.name}")
        assert (tests / expected).exists(), f"no tests/{expected}"


def test_importing_the_package_is_light():
    heavy = ["torch", "transformers", "nltk", "typer", "rich", "pydantic", "numpy"]
    script = f"import rightmost, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
