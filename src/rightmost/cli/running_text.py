"""Running text from the command line, a file or standard input: its sentences are yet to be found."""

from __future__ import annotations

from enum import Enum

from rightmost.errors import EmptySentence
from rightmost.files import check_unicode, opened_text


class LineEndsChoice(str, Enum):
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
