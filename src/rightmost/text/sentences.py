"""Sentences of raw text, by nupunkt's rules for abbreviations, initials and quotes (docs/NOTES.md says why those).

An empty line always ends a sentence, and so does a line that a bullet follows; a line that merely ends does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rightmost.errors import BadUsage

_BREAK = re.compile(r"\n[^\S\n]*\n\s*|\r\r|\f|\u2029|\n(?=[^\S\n]*[-*•‣◦–][^\S\n])")
_NUMBER = re.compile(r"\s*[(\[]?(?:\d{1,3}|[a-zA-Z])[.)\]]+\s*")  # of an item in a list
_HAS_WORD = re.compile(r"\w")
_SPACE = re.compile(r"\s")
# No sentence ends inside so long a run of characters, and nupunkt takes the square of the time over some.
_LONG_RUN = re.compile(r"(?<!\S)(\S{20})(\S{500,})(?=\S{20}(?!\S))")


class Place(NamedTuple):
    """The characters `[start, end)` of a text."""

    start: int
    end: int


def sentence_spans(text: str) -> list[Place]:
    """The places of the sentences, white space around each left out; between them there is nothing else.

    >>> sentence_spans("Mr. Arthur is King. Of whom?")
    [Place(start=0, end=19), Place(start=20, end=28)]
    """
    places = []
    for start, end in _paragraphs(text):
        for first, last in _joined(text[start:end]):
            piece = text[start + first : start + last]
            stripped = piece.strip()
            if stripped:
                begin = start + first + len(piece) - len(piece.lstrip())
                places.append(Place(begin, begin + len(stripped)))
    return places


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.end()
        start = match.end()
    yield start, len(text)


def _joined(paragraph: str) -> list[tuple[int, int]]:
    """nupunkt's sentences; an item's number goes with the item, and what has no letters with what stands before it."""
    try:
        from nupunkt import sent_spans
    except ModuleNotFoundError:  # it has no release for Python 3.10
        raise BadUsage(
            "sentences are found by nupunkt, which needs Python 3.11; on 3.10 give one a line, to - or in a --file "
            "(in Python, parser.parse takes one)"
        ) from None

    joined: list[tuple[int, int]] = []
    number_before = False
    end = 0
    for _, last in sent_spans(_LONG_RUN.sub(_masked, paragraph)):
        last = _at_white_space(paragraph, last)
        if last <= end:
            continue
        piece = paragraph[end:last]
        if joined and (number_before or not _HAS_WORD.search(piece)):
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((end, last))
        number_before = _NUMBER.fullmatch(paragraph, *joined[-1]) is not None
        end = last
    if end < len(paragraph):  # nothing is ever lost
        joined.append((end, len(paragraph)))
    return joined


def _at_white_space(paragraph: str, end: int) -> int:
    """`end`, or the next white space where it stands between two characters, as before the note in `left.[1] Then`."""
    if end < len(paragraph) and not paragraph[end - 1].isspace() and not paragraph[end].isspace():
        following = _SPACE.search(paragraph, end)
        return following.start() if following else len(paragraph)
    return end


def _masked(match: re.Match[str]) -> str:
    return match[1] + "x" * len(match[2])
