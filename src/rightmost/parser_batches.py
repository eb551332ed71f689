"""Any number of sentences through a parser: a batch at a time, with results in the order of the sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from rightmost.decoding.scored import Scored
from rightmost.errors import RightmostError
from rightmost.limits import FIRST_BATCH
from rightmost.parser_input import Given
from rightmost.progress_bar import bar
from rightmost.trees.tree import Leaf


class Best(Protocol):
    """Gives the best trees of some sentences, all of which bring tags, or none."""

    def __call__(self, sentences: Sequence[Sequence[Leaf]], *, keep_tags: bool) -> list[list[Scored]]: ...


def parsed_in_batches(
    sentences: Iterator[Given | None], best: Best, *, batch: int, total: int | None, progress: bool
) -> Iterator[list[Scored]]:
    """Each sentence's best trees; none for None. What stands before a fault of the source is parsed first."""
    size = min(FIRST_BATCH, batch)
    with bar("parse", total=total, shown=progress) as advance:
        while True:
            given, fault = _taken(sentences, size)
            yield from _mixed(given, best)
            if fault is not None:
                raise fault
            advance(len(given))
            if len(given) < size:
                return
            size = min(2 * size, batch)


def _taken(waiting: Iterator[Given | None], size: int) -> tuple[list[Given | None], RightmostError | None]:
    """The next sentences, and the fault that came before there were so many."""
    found: list[Given | None] = []
    try:
        found.extend(islice(waiting, size))
    except RightmostError as fault:
        return found, fault
    return found, None


def _mixed(sentences: Sequence[Given | None], best: Best) -> list[list[Scored]]:
    """The best trees of sentences some of which bring their tags, and some of which have no words."""
    found: list[list[Scored]] = [[] for _ in sentences]
    for tagged in (False, True):
        some = {number: each.leaves for number, each in enumerate(sentences) if each and each.tagged is tagged}
        if some:
            for number, trees in zip(some, best(list(some.values()), keep_tags=tagged)):
                found[number] = trees
    return found


def some_whole(
    sentences: Sequence[Sequence[Leaf]], is_whole: Sequence[bool], whole: Best, ahead: Best, *, keep_tags: bool
) -> list[list[Scored]]:
    """The best trees of sentences some of which are seen to their end at once."""
    found: list[list[Scored]] = [[] for _ in sentences]
    for best, wanted in ((whole, True), (ahead, False)):
        numbers = [number for number, each in enumerate(is_whole) if each == wanted]
        if numbers:
            for number, trees in zip(numbers, best([sentences[number] for number in numbers], keep_tags=keep_tags)):
                found[number] = trees
    return found
