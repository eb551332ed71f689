"""What a notebook shows of a tree."""

from __future__ import annotations

from rightmost.drawing.svg import svg
from rightmost.trees.tree import Tree

MOST_NODES = 1_000  # brackets and words of a tree that still makes a picture to look at


def picture(tree: Tree) -> str | None:
    """The tree's SVG picture; None for a very large tree, of which the notebook then shows the bracketed form."""
    return svg(tree) if len(tree.flat) <= MOST_NODES else None
