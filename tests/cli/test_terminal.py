from __future__ import annotations

import io

import pytest

from rightmost.cli.terminal import Terminal
from rightmost.trees.tree import Tree
from strategies import ARTHUR

TREE = Tree.from_string(ARTHUR)


def stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


def test_a_file(monkeypatch):
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.delenv("NO_COLOR", raising=False)
    there = Terminal.of(stream("utf-8"), to_terminal=False)
    assert there == Terminal(width=None, colour=False, ascii=False, encoding=None)
    assert there.drawn(TREE) == TREE.draw()
    assert there.printable("国王") == "国王"
    assert Terminal.of(io.StringIO(), to_terminal=False) == there


@pytest.mark.parametrize(("no_colour", "colour"), [(None, True), ("", True), ("1", False), ("0", False)])
def test_a_terminal(monkeypatch, no_colour, colour):
    monkeypatch.setenv("COLUMNS", "77")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_colour is not None:
        monkeypatch.setenv("NO_COLOR", no_colour)
    there = Terminal.of(stream("utf-8"), to_terminal=True)
    assert there == Terminal(width=77, colour=colour, ascii=False, encoding="utf-8")
    assert there.drawn(TREE) == TREE.draw(width=77, colour=colour)
    assert there.pen.colour is colour


def test_a_terminal_without_the_characters():
    there = Terminal.of(stream("latin-1"), to_terminal=True)
    assert there.ascii
    assert there.pen.ascii
    assert there.printable("é国") == "é&#22269;"
