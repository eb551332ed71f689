"""The case of a word's letters, which an encoder that knows only small letters cannot see."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache


class LetterCase(IntEnum):
    """What a word looks like."""

    NONE = 0  # no letters that have a case
    SMALL = 1
    CAPITALISED = 2  # the first letter alone, or a single capital
    CAPITAL = 3
    MIXED = 4


@lru_cache(maxsize=100_000)
def letter_case(word: str) -> LetterCase:
    """The case of the word.

    >>> [letter_case(word).name for word in ("Arthur", "is", "KING", "of", "McAdam", "42", "I")]
    ['CAPITALISED', 'SMALL', 'CAPITAL', 'SMALL', 'MIXED', 'NONE', 'CAPITALISED']
    """
    if word.islower():
        return LetterCase.SMALL
    cased = [letter for letter in word if letter.isupper() or letter.islower()]
    if not cased:
        return LetterCase.NONE
    if cased[0].isupper() and not any(letter.isupper() for letter in cased[1:]):
        return LetterCase.CAPITALISED
    return LetterCase.CAPITAL if word.isupper() else LetterCase.MIXED
