"""Raw characters as they are typed: which words have ended, and what is left of one that has not.

Characters up to white space are cut into words once nothing can change how they are cut: white space has followed, and
after a full stop, which may be an abbreviation's, the next character too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rightmost.text.sentences import Place
from rightmost.text.words import slice_of, word_spans

Cut = Callable[[str], list[Place]]

_CHUNK = re.compile(r"\s*\S+(?=\s)")
_MAY_BE_SHORT = re.compile(r"\.[\"'”’)\]]*\Z")


def ended_words(text: str, *, over: bool = False, cut: Cut = word_spans) -> tuple[list[str], str]:
    """The words that have ended, and the characters after them. All words have when the sentence is over.

    `cut` finds the words of a text, by the rules of its language; English without.

    >>> ended_words("Arthur isn't Ki")
    (['Arthur', 'is', "n't"], ' Ki')
    >>> ended_words("Mr. "), ended_words("Mr. K")
    (([], 'Mr. '), (['Mr.'], ' K'))
    """
    if over:
        return _ended(text, len(text), cut), ""
    end = 0
    for chunk in _CHUNK.finditer(text):
        if _MAY_BE_SHORT.search(chunk.group()) and not text[chunk.end() :].strip():
            break
        end = chunk.end()
    return (_ended(text, end, cut), text[end:]) if end else ([], text)


def _ended(text: str, end: int, cut: Cut) -> list[str]:
    """The words of the first `end` characters, which stand in the text."""
    return [slice_of(text, place) for place in cut(text) if place.start < end]
