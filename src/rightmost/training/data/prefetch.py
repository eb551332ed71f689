"""Work prepared in the background, while earlier work is being used."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def prefetched(items: Iterable[S], work: Callable[[S], T], *, ahead: int = 2) -> Iterator[T]:
    """`work` of each item, in order, done by another thread up to `ahead` items before it is asked for.

    >>> list(prefetched("Arthur", str.upper))
    ['A', 'R', 'T', 'H', 'U', 'R']
    """
    with ThreadPoolExecutor(max_workers=1) as thread:
        waiting: deque[Future[T]] = deque()
        for item in items:
            waiting.append(thread.submit(work, item))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
