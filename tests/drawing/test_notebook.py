"""What a notebook shows of a tree."""

from __future__ import annotations

from drawing.examples import ARTHUR
from rightmost.drawing.notebook import MOST_NODES, MOST_PICTURES, picture, pictures
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


def test_sentences_with_their_pictures() -> None:
    text = "Arthur & <King>"
    assert pictures([(text, ARTHUR)]) == f"<div>\n<p>Arthur &amp; &lt;King&gt;</p>\n{svg(ARTHUR)}\n</div>"
    large = Tree("X", [Leaf("<", "T")] * MOST_NODES)
    assert "<pre>(X (T &lt;)" in pictures([("so", large)])
    many = pictures([("so", ARTHUR)] * (MOST_PICTURES + 3))
    assert (many.count("<svg"), many.count("… and 3 more")) == (MOST_PICTURES, 1)
    assert "more" not in pictures([])
