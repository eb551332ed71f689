"""The limits fit together."""

from __future__ import annotations

from rightmost import limits
from rightmost.model.states import slots_for


def test_every_limit_is_a_positive_whole_number():
    values = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert len(values) > 10
    assert all(isinstance(value, int) and value > 0 for value in values.values())


def test_one_limit_does_not_undo_another():
    assert limits.FIRST_BATCH <= limits.BATCH
    assert limits.KBEST_BEAM <= limits.TREES_AT_ONCE
    assert limits.SENTENCES_AT_ONCE_ON_A_GPU <= limits.TREES_AT_ONCE_ON_A_GPU
    assert slots_for(2 * limits.CHILDREN_SEEN - 1) <= limits.MOST_SLOTS
