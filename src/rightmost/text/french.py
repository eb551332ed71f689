"""Words of French text, cut as the French treebanks cut them: `l'` `histoire`, `Qu'` `est` `-ce`, `a` `-t-il`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rightmost.text.abbreviations import FRENCH
from rightmost.text.forms import form_spans
from rightmost.text.sentences import Place, sentence_spans

_ELIDED = r"""(?: \b (?: [cdjlmnst] | jusqu | lorsqu | puisqu | quoiqu | qu | presqu(?=['’]à) | quelqu(?=['’]un) )
  ['’] (?=\w) )"""
_PRONOUN = r"""(?: (?<=[^\W\d_]) - (?: t-(?:ils?|elles?|on|en) | ce | ils? | elles? | on | je | tu | nous | vous | les?
  | la | lui | leur | moi | toi | y | en ) (?![\w'’]|-là) )"""
_WORD = re.compile(
    rf"""{_ELIDED} | {_PRONOUN}
      | \b rendez-vous \b | \b c\.-?à-?d\.
      | \b (?: [^\W\d_]\.-? )+ [^\W\d_]\.                                      # U.E., J.-C.
      | \d+ (?: [.,:/h]\d+ )* (?: ers? | res? | es? | [èe]mes? | h )? (?!\w)     # 3,5, 10h30, 2e
      | \w+ (?: (?!{_PRONOUN}) [-.] (?!{_ELIDED}) \w+ | ['’] \w+ )*             # aujourd'hui, porte-parole
      | \.{{2,}} | [^\w\s]
    """,
    re.VERBOSE | re.IGNORECASE,
)


def french_words(text: str) -> list[Place]:
    """The places of the words of one sentence; of several, if the text holds more.

    >>> [text[start:end] for text in ["Qu'est-ce ? L'histoire."] for start, end in french_words(text)]
    ["Qu'", 'est', '-ce', '?', "L'", 'histoire', '.']
    """
    places = []
    for start, end in sentence_spans(text, abbreviations=FRENCH):
        places += [Place(start + first, start + last) for first, last in _words(text[start:end])]
    return places


def _words(sentence: str) -> Iterator[tuple[int, int]]:
    """The words; the full stop of an abbreviation stays with it, but for the sentence's last."""
    place = 0
    for start, end in [*form_spans(sentence), (len(sentence), len(sentence))]:
        for match in _WORD.finditer(sentence, place, start):
            first, last = match.span()
            is_abbreviation = len(match[0]) == 1 or FRENCH.knows(match[0]) or FRENCH.has(match[0], FRENCH.numbered)
            if match[0][0].isalpha() and is_abbreviation and sentence[last : last + 1] == "." != sentence[last:]:
                last += 1
            if first >= place:
                yield first, last
                place = last
        if end > start:
            yield start, end
        place = end
