from __future__ import annotations

from hypothesis import given

from rightmost.exchange.tree_steps import pieces
from rightmost.trees.tree import Tree
from strategies import trees


@given(trees())
def test_the_pieces_are_the_text(tree: Tree):
    parts = [f"({name}" if word is None else f"({name} {word}){')' * closes}" for name, word, closes in pieces(tree)]
    assert " ".join(parts) == str(tree)
