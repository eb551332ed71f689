"""The words of a language that joins its words with hyphens."""

from __future__ import annotations

import re

from rightmost.text.sentences import Place


def hyphened_words(text: str) -> list[Place]:
    """Words between hyphens and white space; a hyphen belongs to the word before it."""
    return [Place(*match.span()) for match in re.finditer(r"[^\s-]+-?", text)]
