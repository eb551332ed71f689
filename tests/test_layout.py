"""The list of modules in ARCHITECTURE.md is complete, imports only point up it, and no name is given twice."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import rightmost

ROOT = Path(rightmost.__file__).parent
PAGE = ROOT.parents[1] / "ARCHITECTURE.md"


def listed() -> list[str]:
    """The modules of ARCHITECTURE.md's first list, as paths below src/rightmost, in its order."""
    _, block, *_ = PAGE.read_text(encoding="utf-8").split("```")
    found, folder = [], ""
    for line in block.split("src/rightmost/\n")[1].splitlines():
        name, _ = line.split(maxsplit=1)
        assert len(line) <= 120, f"ARCHITECTURE.md: too long: {line}"
        if name.endswith("/"):
            folder = name
        else:
            found.append(name if line.startswith("  ") and line[2] != " " else folder + name)
    return found


#: The folders and modules below src/rightmost. Data flows down this list.
ORDER = list(dict.fromkeys(path.split("/")[0].removesuffix(".py") for path in listed()))
#: Folders that may use only these, whatever stands above them.
ONLY = {
    "drawing": {"arguments", "errors", "files", "trees"},
    "patterns": {"arguments", "errors", "trees"},
    "complexity": {"arguments", "errors", "files", "trees", "patterns"},
    "corpora": {"errors", "lock", "part", "files", "trees"},
    "evaluation": {"arguments", "errors", "files", "trees"},
    "exchange": {"errors", "files", "trees"},
    "transitions": {"arguments", "errors", "trees"},
}
#: tree.draw() and tree.svg(); to_dataframe()
LAZILY = {("trees", "drawing"), ("trees", "exchange"), ("text", "exchange")}


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


def modules() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_imports_only_point_up():
    files = [path for path in modules() if part_of(path) != "__init__"]
    assert len(files) > 20
    for path in files:
        part = part_of(path)
        assert part in ORDER, f"{path}: add it to the list of ARCHITECTURE.md"
        allowed = ONLY.get(part, set(ORDER[: ORDER.index(part)])) | {part} | {b for a, b in LAZILY if a == part}
        assert imports(path) <= allowed, f"{path} imports {sorted(imports(path) - allowed)}"


def test_architecture_lists_every_module_once():
    here = [path.relative_to(ROOT).as_posix() for path in modules() if path.name != "__init__.py"]
    assert sorted(listed()) == here


def twice(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """The names that several files have, with those files."""
    found: dict[str, list[str]] = {}
    for name, path in names:
        found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_modules_or_folders_share_a_name():
    folders = [(path.parent.name, path) for path in modules() if path.name == "__init__.py"]
    assert twice([*folders, *((path.stem, path) for path in modules() if not path.stem.startswith("__"))]) == {}


def test_no_two_public_classes_share_a_name():
    trees = [(ast.parse(path.read_text(encoding="utf-8")), path) for path in modules()]
    classes = [(node.name, path) for tree, path in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    assert len(classes) > 100
    assert twice((name, path) for name, path in classes if not name.startswith("_")) == {}


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
