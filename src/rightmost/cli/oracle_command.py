"""`rightmost oracle FILE`: the actions that build each tree of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from rightmost.transitions.in_order import in_order_oracle
from rightmost.transitions.oracle import oracle
from rightmost.transitions.system import System
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.unary import collapse


def action_lines(file: str, system: System) -> Iterator[str]:
    """One line of actions for each tree of the file."""
    for tree in read_some_trees(file):
        yield " ".join(map(str, oracle(tree) if system is System.ATTACH_JUXTAPOSE else in_order_oracle(collapse(tree))))


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Bracketed trees; - for standard input.")],
    system: Annotated[System, typer.Option(help="Which transition system.")] = System.ATTACH_JUXTAPOSE,
) -> None:
    """Print the actions that build each tree, one line a tree."""
    for line in action_lines(file, system):
        print(line)
