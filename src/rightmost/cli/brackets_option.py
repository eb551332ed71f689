"""Brackets on the command line: `--require 0:2:NP`, `--forbid 1:3`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rightmost.errors import BadUsage

if TYPE_CHECKING:
    from rightmost.decoding.constraints import Bracket

_BRACKET = re.compile(r"(\d{1,9}):(\d{1,9})(?::(.+))?", re.ASCII | re.DOTALL)


def brackets_from(texts: Iterable[str], option: str) -> list[Bracket]:
    """The brackets that these texts stand for.

    >>> brackets_from(["0:2:NP", "1:3"], "--require")
    [(0, 2, 'NP'), (1, 3, None)]
    """
    found: list[Bracket] = []
    for text in texts:
        match = _BRACKET.fullmatch(text)
        if match is None:
            shown = text if len(text) <= 40 else f"{text[:37]}..."
            raise BadUsage(
                f"{option} {shown!r} is no bracket; give LEFT:RIGHT or LEFT:RIGHT:LABEL, as 0:2:NP for the first two "
                "words"
            )
        left, right, label = match.groups()
        found.append((int(left), int(right), label))
    return found
