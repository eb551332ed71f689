from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from rightmost.encoding.positions import position_rows


@given(st.integers(1, 40), st.integers(0, 300))
def test_places_beyond_the_table_cycle_through_its_upper_half(positions, place):
    row = int(position_rows(torch.tensor(place), positions))
    assert 0 <= row < positions
    if place < positions:
        assert row == place
    else:
        period = positions - positions // 2
        assert row >= positions // 2
        assert row == int(position_rows(torch.tensor(place + period), positions))
