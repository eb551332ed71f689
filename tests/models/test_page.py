"""The page of sentences that the shipped English model is held to.

It was written, and committed, before that model was trained. Trees may be added; none is taken out.
"""

from __future__ import annotations

from pathlib import Path

from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import normalise
from strategies import ARTHUR

PAGE = Path(__file__).parent / "en.page.txt"


def test_the_page_is_whole():
    trees = list(read_trees(PAGE))
    assert len(trees) >= 66
    assert str(trees[0]) == ARTHUR
    assert len({tree.words for tree in trees}) == len(trees)
    assert [normalise(tree) for tree in trees] == trees
