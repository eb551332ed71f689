"""How the text of a language is cut into sentences and words, by the name that a model's config has (`model.text`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Integral
from typing import Literal, NamedTuple, Protocol, TypeAlias

from rightmost.arguments import in_order, short
from rightmost.errors import RightmostError
from rightmost.text.abbreviations import FRENCH
from rightmost.text.document import Word
from rightmost.text.french import french_words
from rightmost.text.lines import LineEnds, check_line_ends
from rightmost.text.plain import spaced_sentences, spaced_words, unicode_sentences, unicode_words
from rightmost.text.sentences import Place, sentence_spans
from rightmost.text.words import word_spans

LanguageName: TypeAlias = Literal["en", "fr", "unicode", "whitespace"]


class SentenceRule(Protocol):
    """Finds the sentences of a text."""

    def __call__(self, text: str, *, line_ends: LineEnds = "join") -> list[Place]: ...


@dataclass(frozen=True)
class Language:
    """Its two rules. What they find are slices of the text, with white space alone between them."""

    sentences: SentenceRule
    words: Callable[[str], list[Place]]


LANGUAGES: dict[LanguageName, Language] = {
    "en": Language(sentence_spans, word_spans),
    "fr": Language(partial(sentence_spans, abbreviations=FRENCH), french_words),
    "unicode": Language(unicode_sentences, unicode_words),
    "whitespace": Language(spaced_sentences, spaced_words),
}


class CutSentence(NamedTuple):
    """A sentence of a text, cut into words and not parsed."""

    place: Place
    words: tuple[Word, ...]


def cut(
    text: str,
    language: LanguageName = "en",
    *,
    line_ends: LineEnds = "join",
    boundaries: Iterable[tuple[int, int]] | None = None,
) -> Iterator[CutSentence]:
    """The text's sentences, cut into words. With `boundaries`, those are the sentences, whatever stands in them.

    >>> [[word.text for word in sentence.words] for sentence in cut("Arthur is King. Of whom?")]
    [['Arthur', 'is', 'King', '.'], ['Of', 'whom', '?']]
    """
    check_line_ends(line_ends)
    rules = LANGUAGES[language]
    places = rules.sentences(text, line_ends=line_ends) if boundaries is None else _checked(text, boundaries)
    return (CutSentence(place, _words_at(text, place, rules)) for place in places)


def _words_at(text: str, place: Place, rules: Language) -> tuple[Word, ...]:
    sentence = text[place.start : place.end]
    found = rules.words(sentence)
    return tuple([Word(sentence[start:end], place.start + start, place.start + end) for start, end in found])


def _checked(text: str, boundaries: Iterable[tuple[int, int]]) -> list[Place]:
    """The caller's sentences, without white space around them; between them other text may stand."""
    places = []
    last = 0
    for number, given in enumerate(in_order(boundaries, "a list of (start, end)"), start=1):
        start, end = _pair(given, number)
        if not 0 <= start <= end <= len(text):
            raise RightmostError(
                f"boundary {number} is {short((start, end))}; the text has characters 0 to {len(text)}"
            )
        if start < last:
            raise RightmostError(f"boundary {number} begins at {start}, before the end of the one before it, {last}")
        piece = text[start:end]
        if not piece.strip():
            raise RightmostError(f"boundary {number} is ({start}, {end}), where the text has no words; leave it out")
        places.append(Place(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))
        last = end
    return places


def _pair(given: object, number: int) -> tuple[int, int]:
    if isinstance(given, Sequence) and len(given) == 2 and all(isinstance(each, Integral) for each in given):
        return int(given[0]), int(given[1])
    raise RightmostError(
        f"boundary {number} is {short(given)}; give (start, end), the places of a sentence in the text"
    )
