from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rightmost.decoding.lengths import longest_first


@given(st.lists(st.integers(0, 5)))
def test_longest_first_and_equal_ones_in_their_order(lengths):
    order = longest_first(lengths)
    assert sorted(order) == list(range(len(lengths)))
    keys = [(-lengths[number], number) for number in order]
    assert keys == sorted(keys)
