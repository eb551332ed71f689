"""`rightmost replay ACTIONS TREES`: the oracle's inverse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Annotated

import typer

from rightmost.errors import BadUsage, MismatchedTrees, RightmostError
from rightmost.files import opened_text
from rightmost.transitions.action import parse_action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.in_order import parse_in_order_action, replay_in_order
from rightmost.transitions.system import System
from rightmost.trees.brackets import read_some_trees
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import expand


def rebuilt(line: str, leaves: tuple[Leaf, ...], system: System) -> Tree:
    """The tree that one line of actions builds over `leaves`."""
    if system is System.ATTACH_JUXTAPOSE:
        return replay(map(parse_action, _texts(line)), leaves)
    return expand(replay_in_order(map(parse_in_order_action, _texts(line)), leaves))


def _texts(line: str) -> list[str]:
    return [text for text in line.rstrip("\r\n").split(" ") if text]  # a label may hold other white space


def replayed(actions: str, trees: str, system: System) -> Iterator[Tree]:
    """The trees that the lines of `actions` build over the words of `trees`."""
    if actions == trees == "-":
        raise BadUsage("ACTIONS and TREES cannot both be standard input (-); give a file for one of them")
    with opened_text(actions) as (lines, name):
        for number, (line, tree) in enumerate(zip_longest(lines, read_some_trees(trees)), start=1):
            if tree is None and not (line or "").strip():
                continue  # empty lines at the end
            if line is None or tree is None:
                ended = name if line is None else "<stdin>" if trees == "-" else trees
                raise MismatchedTrees(f"{ended} ends before line {number}; expected one line of actions for each tree")
            try:
                yield rebuilt(line, tree.leaves, system)
            except RightmostError as error:
                raise RightmostError(f"{name}:{number}: {error}") from None


def command(
    actions: Annotated[str, typer.Argument(metavar="ACTIONS", help="One line of actions a tree, as `oracle` prints.")],
    trees: Annotated[str, typer.Argument(metavar="TREES", help="Bracketed trees, whose words and tags are used.")],
    system: Annotated[System, typer.Option(help="Which transition system.")] = System.ATTACH_JUXTAPOSE,
) -> None:
    """Rebuild trees from their actions, one tree a line: the inverse of `rightmost oracle`."""
    for tree in replayed(actions, trees, system):
        print(with_wrapper(tree))
