"""Sentences by their lengths: longest first, so that those that still have words to come are always the first few."""

from __future__ import annotations

from collections.abc import Sequence


def longest_first(lengths: Sequence[int]) -> list[int]:
    """The sentences' numbers, longest first; of equal length, in their order.

    >>> longest_first([3, 6, 3])
    [1, 0, 2]
    """
    return sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
