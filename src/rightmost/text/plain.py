"""Words of text in any language: between white space, or by the Unicode classes of its characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rightmost.text.abbreviations import NONE
from rightmost.text.forms import form_spans
from rightmost.text.lines import LineEnds, blocks
from rightmost.text.sentences import Place, sentence_spans

#: Chinese characters and Japanese syllables, which are written without spaces; Korean has spaces.
_UNSPACED = (
    r"[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    r"\U00020000-\U0003ffff]"
)
_SPACED = rf"(?:(?!{_UNSPACED})[\w\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u200c\u200d])"
_WORD = re.compile(rf"{_UNSPACED}|{_SPACED}+(?:[-'’.,·]{_SPACED}+)*|\.{{2,}}|[^\w\s]|\S")
_BARE = re.compile(r"\S+")
_FINAL = re.compile(r"""[.?!…。！？؟۔।॥።]+["'”’»）」』)]*""")
_CLOSING = frozenset(["”", "’", "»", "）", "」", "』", ")", "]", "''", "-RRB-", "-RSB-"])
_EITHER = frozenset(['"', "'"])  # opens, or closes what it opened


def unicode_words(text: str) -> list[Place]:
    """The places of the words: letters and digits in a row, each Chinese character, each mark by itself.

    >>> [text[start:end] for text in ["Артур — король. 国王。"] for start, end in unicode_words(text)]
    ['Артур', '—', 'король', '.', '国', '王', '。']
    """
    places = []
    place = 0
    for start, end in [*form_spans(text), (len(text), len(text))]:
        places += [Place(*match.span()) for match in _WORD.finditer(text, place, start)]
        if end > start:
            places.append(Place(start, end))
        place = end
    return places


def unicode_sentences(text: str, *, line_ends: LineEnds = "join") -> list[Place]:
    """The places of the sentences, with no abbreviations known."""
    return sentence_spans(text, line_ends=line_ends, abbreviations=NONE)


def spaced_words(text: str) -> list[Place]:
    """The places of what stands between white space."""
    return [Place(*match.span()) for match in _BARE.finditer(text)]


def spaced_sentences(text: str, *, line_ends: LineEnds = "join") -> list[Place]:
    """The places of the sentences of text that is cut into words: each ends with a mark that is a word of its own."""
    return [place for block in blocks(text, line_ends=line_ends) for place in _spaced_sentences(text, *block)]


def _spaced_sentences(text: str, start: int, end: int, whole: bool) -> Iterator[Place]:
    first: int | None = None
    last = start
    is_over = False
    opened = dict.fromkeys(_EITHER, False)
    for match in _BARE.finditer(text, start, end):
        is_closing = match[0] in _CLOSING or (match[0] in _EITHER and opened[match[0]])
        if first is not None and is_over and not is_closing:
            yield Place(first, last)
            first = None
            opened = dict.fromkeys(_EITHER, False)
        if first is None:
            first, is_over = match.start(), False
        if match[0] in _EITHER:
            opened[match[0]] = not opened[match[0]]
        last = match.end()
        is_over = is_over or (not whole and _FINAL.fullmatch(match[0]) is not None)
    if first is not None:
        yield Place(first, last)
