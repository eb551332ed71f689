"""Running text, not yet cut into sentences, from the command line, a file or standard input."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from itertools import islice, pairwise
from pathlib import Path

from rightmost.errors import EmptySentence, UnreadableFile
from rightmost.files import check_unicode, opened_text

LOOKED_AT = 200  # lines
LONG_LINE = 40  # characters
STOPS = ".?!…:;\"'”’)]"


class LineEndsChoice(Enum):
    """What a line end means that stands in a paragraph (`rightmost.text.lines`)."""

    join = "join"
    keep = "keep"


def running_text(source: str, *, is_file: bool) -> str:
    """The whole text; it may be empty only where it is a file's."""
    if is_file:
        with opened_text(source) as (stream, _):
            return stream.read()
    check_unicode(source)
    if not source.strip():
        raise EmptySentence("the text is empty: there is nothing to parse")
    return source


def looks_running(path: str) -> bool:
    """Whether the lines of a file look as if sentences went on from one to the next: long ones, and small letters."""
    pairs = goes_on = 0
    if Path(path).is_file():
        with suppress(UnreadableFile), opened_text(path) as (stream, _):
            for above, below in pairwise(line.strip() for line in islice(stream, LOOKED_AT)):
                pairs += bool(above and below)
                goes_on += len(above) >= LONG_LINE and above[-1] not in STOPS and below[:1].islower()
    return goes_on > 1 and 4 * goes_on >= pairs
