"""What a notebook shows of a tree."""

from __future__ import annotations

from drawing.examples import ARTHUR
from rightmost.drawing.notebook import MOST_NODES, picture
from rightmost.drawing.svg import svg
from rightmost.trees.tree import Leaf, Tree


def test_the_running_example() -> None:
    assert ARTHUR._repr_svg_() == picture(ARTHUR) == svg(ARTHUR)


def test_very_large_trees_are_shown_as_text() -> None:
    words = MOST_NODES - 1
    largest, too_large = (Tree("X", [Leaf("a", "T")] * count) for count in (words, words + 1))
    assert picture(largest) == svg(largest)
    assert too_large._repr_svg_() is picture(too_large) is None
    assert too_large.svg()
