"""What a notebook shows of a tree, and of the sentences of a text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rightmost.drawing.svg import svg
from rightmost.trees.tree import Tree

MOST_NODES = 1_000  # brackets and words of a tree that still makes a picture to look at
MOST_PICTURES = 20  # of a text


def picture(tree: Tree) -> str | None:
    """The tree's SVG picture; None for a very large tree, of which the notebook then shows the bracketed form."""
    return svg(tree) if len(tree.flat) <= MOST_NODES else None


def pictures(sentences: Sequence[tuple[str, Tree]]) -> str:
    """HTML of the first sentences: each one's text, and below it its picture, or the bracketed form if it is large."""
    shown = [
        f"<p>{escape(text)}</p>\n{picture(tree) or f'<pre>{escape(str(tree))}</pre>'}"
        for text, tree in sentences[:MOST_PICTURES]
    ]
    if more := len(sentences) - len(shown):
        shown.append(f"<p>… and {more} more</p>")
    return "<div>\n" + "\n".join(shown) + "\n</div>"
