"""The exception tree, and how each of it ends a command."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import pytest

import rightmost
from rightmost import errors
from rightmost.errors import BracketError

ROOT = Path(rightmost.__file__).parent
HERE = "rightmost.errors"
EXIT_CODES = {"BadUsage": 2, "Interrupted": 130}  # all others: 1


def drawn() -> set[tuple[str, str, str]]:
    """Each error of the drawing, what stands over it, and its module."""
    found = set()
    above = ["ValueError"]
    for line in (errors.__doc__ or "").splitlines()[2:]:
        name, indent = re.findall(r"\w+", line)[0], len(line) - len(line.lstrip("│├└─ "))
        module = re.search(r"\((rightmost\.\S+)\)", line)
        depth = indent // 4
        above[depth + 1 :] = [name]
        found.add((name, above[depth], module[1] if module else HERE))
    return found


def defined() -> set[tuple[str, str, str]]:
    """Each error of the package, its base, and its module."""
    classes = {
        (node.name, base.id, ".".join(["rightmost", *path.relative_to(ROOT).with_suffix("").parts]))
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name)
    }
    found = {("RightmostError", "ValueError", HERE)}
    while more := {each for each in classes if each[1] in {name for name, _, _ in found}} - found:
        found |= more
    return found


def test_the_drawing_shows_every_error_where_it_is() -> None:
    assert drawn() == defined()


@pytest.mark.parametrize("name", sorted(name for name, _, module in defined() if module == HERE))
def test_exit_codes(name: str) -> None:
    error = getattr(errors, name)
    assert error.exit_code == EXIT_CODES.get(name, 1)
    assert issubclass(error, ValueError), "as callers may expect of bad data"


def test_a_bracket_error_says_where() -> None:
    error = BracketError("the word 'is' has no tag", source="arthur.txt", line=2, column=11)
    assert str(error) == "arthur.txt:2:11: the word 'is' has no tag"
    assert (error.source, error.line, error.column) == ("arthur.txt", 2, 11)


def test_a_bracket_error_may_go_to_another_process() -> None:
    error = BracketError("() is empty", source="trees.txt", line=3, column=12)
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.source, other.line, other.column) == ("trees.txt:3:12: () is empty", "trees.txt", 3, 12)
