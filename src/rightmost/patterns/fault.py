"""The mistake in a pattern or an operation, and its place."""

from __future__ import annotations

from typing import Any

from rightmost.errors import BadUsage

HERE = "^HERE^"
SHOWN = 40  # characters of a long line on either side of the place


class PatternError(BadUsage):
    """A pattern or an operation that cannot be understood. `line` and `column` count from 1.

    >>> print(PatternError("expected a label", text="NP < <", place=5))
    pattern:1:6: expected a label; in: NP < ^HERE^<
    """

    def __init__(self, message: str, *, text: str, place: int, source: str = "pattern") -> None:
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        line = text[start : end if end >= 0 else len(text)]
        self.text = text
        self.line = text.count("\n", 0, place) + 1
        self.column = place - start + 1
        super().__init__(f"{source}:{self.line}:{self.column}: {message}; in: {_marked(line, place - start)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Exception.__new__, (type(self), *self.args), vars(self)


def _marked(line: str, place: int) -> str:
    before, after = line[:place], line[place:]
    if len(before) > SHOWN:
        before = f"...{before[-SHOWN:]}"
    if len(after) > SHOWN:
        after = f"{after[:SHOWN]}..."
    return f"{before}{HERE}{after}"
