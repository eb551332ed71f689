"""Sentences through a parser, so many at a time."""

from __future__ import annotations

import pytest

from rightmost.decoding.scored import Scored
from rightmost.errors import RightmostError
from rightmost.limits import FIRST_BATCH
from rightmost.parser_batches import parsed_in_batches
from rightmost.parser_input import Given
from rightmost.trees.tree import Leaf, Tree


def given(count, *, fault=None):
    """Every third without words, every second of the others with tags."""
    for number in range(count):
        tagged = number % 2 == 0
        yield Given([Leaf(f"w{number}", "T" if tagged else "XX")], tagged) if number % 3 else None
    if fault:
        raise fault


class Network:
    """Puts every word under an X, and notes what it was given at once."""

    def __init__(self):
        self.calls = []

    def __call__(self, sentences, *, keep_tags):
        self.calls.append(len(sentences))
        assert {leaves[0].tag for leaves in sentences} == {"T" if keep_tags else "XX"}
        return [[Scored(Tree("X", leaves), 0.0)] for leaves in sentences]


def words(found):
    return [best[0].tree.words[0] if best else None for best in found]


@pytest.mark.parametrize("count", [0, 1, FIRST_BATCH, 1000])
def test_in_their_order_whatever_they_bring(count):
    best = Network()
    found = parsed_in_batches(given(count), best, batch=200, total=count, progress=False)
    assert words(found) == [each and each.leaves[0].word for each in given(count)]
    assert all(size <= 200 for size in best.calls)


def test_what_stands_before_a_fault_is_given_out_first():
    found = parsed_in_batches(given(5, fault=RightmostError("late")), Network(), batch=9, total=None, progress=False)
    assert words([next(found) for _ in range(5)]) == [None, "w1", "w2", None, "w4"]
    with pytest.raises(RightmostError, match="late"):
        next(found)
