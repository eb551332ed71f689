"""Bracketed text: it is read or refused, and what is read can be written, undone and built again."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from fuzz.target import Target, refusal
from fuzz.texts import damaged, of_pieces
from rightmost.files import named_text
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.in_order import in_order_oracle, replay_in_order
from rightmost.transitions.oracle import oracle
from rightmost.trees.brackets import parse_brackets, read_aligned, read_trees
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Tree
from rightmost.trees.unary import collapse, expand
from strategies import ARTHUR

PIECES = ["(", ")", " ", "\n", "((", "))", "(S ", "(NP ", "(NN King)", "()", "( )", "TOP", "-LRB-", "-NONE-", "*T*-1"]
texts = of_pieces(PIECES) | damaged(ARTHUR, PIECES) | damaged(f"(TOP {ARTHUR})\n({ARTHUR})", PIECES)


def check(text: str) -> None:
    with refusal(start="text:"):
        for tree in read_trees(named_text(text, "text")):
            _check_tree(tree)
    with refusal(start="text:"):
        list(read_aligned(named_text(text, "text")))
    with refusal():
        _check_tree(Tree.from_string(text))
    with TemporaryDirectory() as place:
        file = Path(place) / "text"
        file.write_bytes(text.encode("utf-8", "surrogateescape" if "\udc80" in text else "replace"))
        with refusal():
            list(read_trees(file))


def _check_tree(tree: Tree) -> None:
    assert parse_brackets(str(tree), keep_wrapper=True) == tree
    assert replay(oracle(tree), tree.leaves) == tree
    collapsed = collapse(tree)
    assert expand(replay_in_order(in_order_oracle(collapsed), tree.leaves)) == tree
    normal = normalise(tree)
    assert normal is None or normalise(normal) == normal
    assert list(read_trees(io.StringIO(str(tree)), keep_wrapper=True)) == [tree]


TARGET = Target(check, {"text": texts | st.text()}, cases=4000)
