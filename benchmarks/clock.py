"""Timing: the best of some runs, since noise only ever adds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The fewest seconds that `work` took."""
    seconds = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
