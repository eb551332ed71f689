"""How much work a call is, in lines of code that are run; and trees in which all brackets are wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from rightmost.trees.tree import Leaf, Tree

WORD = Leaf("w", "NN")


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of Python are run in it, those of each turn of a loop among them."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def branching(words: int, *, right: bool, label: str = "NP") -> Tree:
    """A tree of two children a node, all down one side."""
    tree = Tree(label, [WORD, WORD])
    for _ in range(words - 2):
        tree = Tree(label, [WORD, tree] if right else [tree, WORD])
    return tree


def flat(words: int) -> Tree:
    return Tree("NP", [WORD] * words)


#: Gold and predicted tree over so many words.
SHAPES: dict[str, Callable[[int], tuple[Tree, Tree]]] = {
    "right, not left": lambda words: (branching(words, right=True), branching(words, right=False)),
    "left, not right": lambda words: (branching(words, right=False), branching(words, right=True)),
    "other labels": lambda words: (branching(words, right=True), branching(words, right=True, label="VP")),
    "right, not flat": lambda words: (branching(words, right=True), flat(words)),
    "flat, not right": lambda words: (flat(words), branching(words, right=True)),
    "a unary chain too many": lambda words: (flat(2), Tree.from_string("(NP " * words + "(NN w) (NN w)" + ")" * words)),
}
