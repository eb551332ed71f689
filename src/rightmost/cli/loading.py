"""The parser that a command asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rightmost.errors import BadUsage

if TYPE_CHECKING:
    from rightmost.parser import Parser


def parser_of_text(folder: Path, *, device: str, dtype: str, style: str | None = None) -> Parser:
    """A parser of words alone."""
    from rightmost.parser import load  # which takes a second

    parser = load(folder, device=device, dtype=dtype, style=style)
    if parser.info.gold_tags:
        raise BadUsage(
            f"{folder}: this model reads a tag with each word, and a text has none; give it trees (rightmost evaluate "
            "GOLD --model MODEL), or words and tags in Python (parser.parse(words, tags=[...]))"
        )
    return parser
