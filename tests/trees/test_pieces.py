"""Pieces: what they stand for, what is wrong with them, and that no piece costs more than linear time or room."""

from __future__ import annotations

import pytest

from rightmost.trees.pieces import Malformed, Pieces, matched
from rightmost.trees.tree import Leaf


def test_labels_and_leaves():
    pieces = Pieces(str.upper)
    assert pieces["NP "] == ("NP", 1)
    assert pieces[""] == ("", 1)
    assert pieces[" NN\n a ) ) )"] == (Leaf("A", "NN"), -2)


@pytest.mark.parametrize(
    ("piece", "offset", "message"),
    [
        (")", 0, "() is empty"),
        ("NP )", 3, "(NP) is empty"),
        ("N" * 31 + ")", 31, f"({'N' * 27}...) is empty"),
        ("NN a b", 3, "the word 'a' has no tag"),
        ("NN a b )", 5, "the word 'b' has no tag"),
        ("NN a ) b", 7, "the word 'b' has no tag"),
        ("NN a ) b )", 7, "the word 'b' has no tag"),
    ],
)
def test_what_is_wrong_and_where(piece, offset, message):
    with pytest.raises(Malformed) as caught:
        Pieces(str)[piece]
    assert caught.value.offset == offset
    assert caught.value.message.startswith(message)


def test_the_table_stays_small(monkeypatch):
    pieces = Pieces(str)
    monkeypatch.setattr(Pieces, "MOST", 10)
    for number in range(100):
        assert pieces[f"NN word{number})"] == (Leaf(f"word{number}", "NN"), 0)
        assert len(pieces) <= 10


def test_long_pieces_are_not_remembered():
    pieces = Pieces(str)
    long = "a" * 1000
    assert pieces[f"NN {long})"] == (Leaf(long, "NN"), 0)
    assert not pieces


@pytest.mark.parametrize("fault", ["x y z", "x) y", "x", "x y) ) z"])
def test_white_space_in_front_costs_linear_time(fault):
    """In the pattern it would cost some hours."""
    assert (matched(" " * 500_000 + fault) is None) == (fault != "x")
