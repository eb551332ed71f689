"""Sentences of raw text. `lines.py` finds the line ends that end one, and this module the marks (`.`, `?`, `!`, `…`).

A full stop does not end a sentence after an abbreviation that goes on (`Mr.`), nor after one that may end it (`Inc.`)
unless a word follows that often begins one (`The`). Quotes and brackets that close, notes (`[1]`) and smileys belong to
the sentence before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rightmost.text.abbreviations import ENGLISH, Abbreviations
from rightmost.text.forms import SMILE
from rightmost.text.lines import LineEnds, blocks

_MARKS = r".?!…‽⁇⁈⁉؟۔।॥።፧"
_WIDE = r"。！？｡"  # no space follows them
_CLOSERS = r"\"'”’»›)\]}」』）】"
_OPENERS = r"\"'“‘„«‹¿¡(\[{「『（【"
#: Marks, with what closes after them, and notes.
_END = re.compile(
    rf"([{_MARKS}{_WIDE}]+)([{_CLOSERS}{_MARKS}{_WIDE}]*(?:[ \u00a0\u202f]»)?)(?:\[\d{{1,3}}\]|[¹²³⁰⁴-⁹])*"
)
#: What has no words in it and belongs to the sentence before: smileys, marks by themselves, `(!)`.
_TAIL = re.compile(rf"(?:\s*{SMILE}|\s+(?:[{_MARKS}]+|\([?!.]+\))(?=\s|\Z))+", re.VERBOSE)
_SPACE = re.compile(r"\s*")
_NEXT = re.compile(rf"([{_OPENERS}*_#@$€£¥•–—-]*)\s?[{_OPENERS}]*((?:[^\W_][\w'’]*)?)(\.?)(\S{{0,60}})")
_BEFORE = re.compile(rf"[{_OPENERS}/–—-]")
_NUMBER = re.compile(r"\s*[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,4})[.)\]]+\s*")  # of an item in a list
_ROMAN = re.compile(r"[IVXLC]+")
_DOTTED = re.compile(r"[^\W\d_]|(?:[^\W\d_]\.-?)+[^\W\d_]")  # J, U.S, J.-P
_NO_VOWEL = re.compile(r"[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]{1,4}")  # Blvd, mfg
_NAMES = frozenset({"yahoo", "jeopardy"})  # that end in a mark
_SOUNDS = frozenset({"hmm", "hm", "mm", "mmm", "shh", "pfft", "psst", "brr", "grr", "tsk", "zzz", "nth"})
_LONGEST_WORD = 60  # characters looked at before a mark


class Place(NamedTuple):
    """The characters `[start, end)` of a text."""

    start: int
    end: int


def sentence_spans(text: str, *, line_ends: LineEnds = "join", abbreviations: Abbreviations = ENGLISH) -> list[Place]:
    """The places of the sentences, white space around each left out; between them there is nothing else.

    >>> sentence_spans("Mr. Arthur is King. Of whom?")
    [Place(start=0, end=19), Place(start=20, end=28)]
    """
    places = []
    for start, end, whole in blocks(text, line_ends=line_ends):
        if whole:
            places.append(Place(start, end))
        else:
            places += [Place(start + first, start + last) for first, last in _cut(text[start:end], abbreviations)]
    return places


def _cut(block: str, abbreviations: Abbreviations) -> Iterator[tuple[int, int]]:
    """The sentences of a block, which neither begins nor ends with white space."""
    start = place = 0
    sloppy = _still_sloppy(0, block, 0)
    while match := _END.search(block, place):
        place = match.end()
        if tail := _TAIL.match(block, place):
            place = tail.end()
        following = _after(_SPACE, block, place)
        if following == len(block):
            break
        if _Candidate(block, start, match, place, following, sloppy > 0, abbreviations).is_end():
            yield start, place
            start = place = following
            sloppy = _still_sloppy(sloppy, block, start)
    if start < len(block):
        yield start, len(block)


class _NextWord(NamedTuple):
    text: str
    stop: str  # the full stop after it, if there is one
    is_small: bool  # it is in small letters, and no `p53`, `iPod` or `(a)`


def _next_word(block: str, place: int) -> _NextWord:
    match = _NEXT.match(block, place)
    assert match is not None, "it matches anything"
    opened, word, stop, rest = match.groups()
    is_item = len(word) == 1 and opened.endswith("(") and rest.startswith(")")
    is_name = any(character.isupper() or character.isdigit() for character in word + rest)
    return _NextWord(word, stop, word[:1].islower() and not is_item and not is_name)


def _still_sloppy(sentences: int, block: str, start: int) -> int:
    """How many sentences from here on a small letter may begin one: who begins one so will begin others so."""
    word = _next_word(block, start)
    if word.is_small:
        return 2
    return sentences if re.split("['’]", word.text)[0] == "I" else max(0, sentences - 1)


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


@dataclass(frozen=True)
class _Candidate:
    """A mark that may end the sentence."""

    block: str
    start: int  # of the sentence
    match: re.Match[str]
    end: int  # of the sentence, if it is one
    following: int  # where the next one would begin
    is_sloppy: bool  # the writer begins sentences with small letters
    known: Abbreviations

    def is_end(self) -> bool:
        """Whether it does."""
        mark, closed = self.match.groups()
        if (closed or mark)[-1] in _WIDE or mark[-1] in _WIDE:
            return True
        if self.following == self.end and not self.block[self.end].isupper():
            return False  # `www.x`, `3.5`
        word, (follower, stop, is_small) = self._word(), _next_word(self.block, self.following)
        begins = not stop and re.split("['’]", follower.lower())[0] in self.known.beginners
        if self.following == self.end == self.match.end():  # no space: `home.He went`, and not `System.Out`
            return begins and self._is_plain(word) and word.islower()
        if is_small:
            return self._is_before_small(word, mark, closed)
        if mark != ".":
            in_brackets = closed.startswith(")") and self.block[self.match.start() - 1 : self.match.start()] == "("
            return begins or not (in_brackets or word.lower() in _NAMES)
        if _NUMBER.fullmatch(self.block, self.start, self.match.end(1)):
            return False  # an item's number goes with the item
        if follower[:1].isdigit() or follower[1:2].isdigit():
            return self._is_before_number(word)
        return self._is_before_capital(word, follower, begins=begins)

    def _is_before_small(self, word: str, mark: str, closed: str) -> bool:
        """Before a small letter: after a word that is plainly no abbreviation, or of a sloppy writer."""
        if closed or (mark != "." and set(mark) <= {".", "…"}):
            return False
        if mark != ".":
            return self.is_sloppy or len(mark) > 1  # no name ends in `!!`
        return (self.is_sloppy or (len(word) > 3 and word.isalpha() and word.islower())) and self._is_plain(word)

    def _is_before_number(self, word: str) -> bool:
        if word.isdigit():
            return len(word) > 2
        return self._is_plain(word) and not self.known.has(word, self.known.numbered)

    def _is_before_capital(self, word: str, follower: str, *, begins: bool) -> bool:
        known = self.known
        if known.has(word, known.going_on):
            return False
        if known.has(word, known.closing):
            return follower.lower() not in known.after_closing
        if known.has(word, known.numbered) and _ROMAN.fullmatch(follower):
            return False
        before = self._before_word()
        if (word == "I" and before.islower()) or (len(word) == 1 and before.lower() in known.labelled):  # so do I.
            return True
        return begins or self._is_plain(word) or _no_letters(word)

    def _is_plain(self, word: str) -> bool:
        """Whether it is a word and no abbreviation, as far as one can see."""
        if self.known.knows(word):
            return False
        if len(word) == 1 and self.block[self.match.start() - 2 : self.match.start() - 1] in {"-", "–", "/"}:  # NF-Y.
            return True
        if _DOTTED.fullmatch(word):
            return word.islower() and self._before_word().isdigit()  # 5 h.
        return word.lower() in _SOUNDS or _NO_VOWEL.fullmatch(word) is None

    def _word(self) -> str:
        """What stands before the mark, back to white space or a mark that opens."""
        begin = max(self.start, self.match.start() - _LONGEST_WORD)
        pieces = self.block[begin : self.match.start()].rsplit(None, 1)
        piece = pieces[-1] if pieces and not self.block[self.match.start() - 1].isspace() else ""
        return _BEFORE.split(piece)[-1]

    def _before_word(self) -> str:
        begin = max(self.start, self.match.start() - _LONGEST_WORD)
        pieces = self.block[begin : self.match.start()].rsplit(None, 2)
        return _BEFORE.split(pieces[-2])[-1] if len(pieces) > 1 else ""


def _no_letters(word: str) -> bool:
    return not any(character.isalpha() for character in word)
