"""Display cells: how wide text stands in a terminal, and how text is made safe to stand there.

Widths follow Unicode's East Asian Width; characters it calls ambiguous are taken as narrow, as terminals do outside
East Asian locales. Emoji sequences count as the one picture that current terminals show.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

EMPTY = "∅"  # stands for an empty word or label
REPLACED = "\N{REPLACEMENT CHARACTER}"

_JOINER = "\N{ZERO WIDTH JOINER}"
_AS_EMOJI = "\N{VARIATION SELECTOR-16}"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

#: Controls, line separators, orders to turn the text's direction, half characters, and what XML forbids.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_OUTER_SPACE = re.compile(r"^\s+|\s+$")


def cells(text: str) -> int:
    """The columns that `text`, as `shown` gives it, takes in a terminal.

    >>> cells("Arthur"), cells("亚瑟"), cells("e\\u0301"), cells("👑"), cells("👩\\u200d🚀")
    (6, 4, 1, 2, 2)
    """
    if text.isascii():
        return len(text)
    total = last = 0
    joined = False
    for character in text:
        if character == _JOINER:
            joined = last == 2  # joins pictures only: between letters it changes their shape, not their number
            continue
        size = _size(character)
        if character == _AS_EMOJI and last == 1:
            total, last = total + 1, 2
        elif size and not joined and not (last == 2 and character in _SKIN_TONES):
            total, last = total + size, size
        joined = False
    return total


def shown(text: str) -> str:
    """The text with nothing in it that could garble a terminal or an XML file, and never nothing at all.

    >>> shown("Arthur"), shown("a\\tb\\x1b[0m"), shown(" the "), shown("")
    ('Arthur', 'a␉b␛[0m', '␣the␣', '∅')
    """
    if text.isascii() and text.isalnum():
        return str(text)
    text = _UNSAFE.sub(_picture, text)
    text = _OUTER_SPACE.sub(lambda spaces: "␣" * len(spaces.group()), text)
    if not text:
        return EMPTY
    if unicodedata.category(text[0]) in ("Mn", "Me") or not cells(text):
        return f"\N{DOTTED CIRCLE}{text}"  # else a mark would settle on whatever stands to its left
    return text


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else REPLACED


@lru_cache(maxsize=1 << 14)
def _size(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf") and character != "\N{SOFT HYPHEN}":
        return 0
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0  # Hangul vowels and final consonants join the syllable before them
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
