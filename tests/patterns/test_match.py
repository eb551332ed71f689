from __future__ import annotations

import pytest

from rightmost.patterns.match import Match
from rightmost.trees.index import TreeIndex
from rightmost.trees.node import Node
from rightmost.trees.tree import Tree


def test_a_match_is_looked_up_by_name():
    index = TreeIndex(Tree.from_string("(NP (NNP Arthur))"))
    match = Match(Node(index, 0), {"tag": Node(index, 1)}, {})
    assert match["tag"].label == "NNP"
    assert "tag" in match
    assert "np" not in match
    assert match.tree is index.tree
    with pytest.raises(KeyError, match="no node is named 'np' in this match; it names tag"):
        match["np"]
    with pytest.raises(KeyError, match="it names nothing"):
        Match(Node(index, 0), {}, {})["np"]
