"""Words of English text, cut as the Penn Treebank cuts them: `do` `n't`, `$` `5`, hyphens inside words.

nltk has the rules, but rewrites quotes on the way. So it is shown a disguise of the text with as many characters, in
which what it would cut wrongly looks like plain letters, and its words are found again one after the other. Words with
a form of their own (`forms.py`) begin and end where they do. Every character that is not white space ends up in exactly
one word, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from rightmost.text.forms import SMILE, form_spans
from rightmost.text.sentences import Place, sentence_spans

if TYPE_CHECKING:
    from nltk.tokenize.destructive import NLTKWordTokenizer

LONGEST = 2_000  # characters that nltk is shown at once: some of its patterns take the square of the time

#: What nltk cuts apart and the treebank does not; more letters may stand beside it: `U.S.-led`, `AT&T's`.
_WHOLE = re.compile(
    r"""\b[A-Z]+ (?: &[A-Z]+ )+ \b                    # AT&T
      | \b(?: [^\W\d_]\. ){2,}                       # U.S., at the end of a sentence too
      | \b[A-Za-z]+ \*+ [A-Za-z]+ | \b[A-Za-z] \*{2,}  # f**k
      | \b[A-Z] (?: \# | \+\+ ) (?!\w)                # C#
    """,
    re.VERBOSE,
)
_LETTER = "x"
#: Marks that nltk does not know, and ones that it cuts off as these should be.
_KNOWN_MARKS = str.maketrans("’ʼ‘…！？。।؟，،；؛£€¥₹", "''`—!?!!?,,;;$$$$")
_REWRITTEN = {"``", "''"}  # what nltk turns a double quote, and each of these, into
_DOUBLE_QUOTES = ("``", "''", '"')
_FALLBACK = re.compile(r"\w+(?:[-'’.]\w+)*|[^\w\s]|_+")
#: Contractions that people write without an apostrophe and that are no other word, in two parts.
_WITHOUT_APOSTROPHE = re.compile(
    r"""(?i: (ai|are|ca|could|did|do|does|had|has|have|is|must|should|was|were|wo|would) (nt) )
      | ([Ii]) (m|ve)
      | (?i: (he|here|she|that|there|what) (s) | (they|you) (re|ve) | (we) (ve) )
    """,
    re.VERBOSE,
)
_WITH_A_STOP = re.compile(r"[^\W\d_]{2,}\.")
_TO_THE_END = re.compile(rf"(?: \s* (?: {SMILE} | [\u2190-\u2bff] [\ufe0f\u200d]* ) )+ \s*", re.VERBOSE)
_BEHIND_A_STOP = ('"', "”", "''", "»", "[")


def word_spans(text: str) -> list[Place]:
    """The places of the words of one sentence; of several, if the text holds more.

    >>> [slice_of("Arthur isn't “King”.", place) for place in word_spans("Arthur isn't “King”.")]
    ['Arthur', 'is', "n't", '“', 'King', '”', '.']
    """
    places = []
    for sentence in sentence_spans(text):  # a full stop is cut off at the end of a sentence only
        for start, end in _stretches(text, sentence.start, sentence.end):
            places += [Place(start + first, start + last) for first, last in _words(text[start:end])]
    return places


def slice_of(text: str, place: Place) -> str:
    """The characters of `text` at that place."""
    return text[place.start : place.end]


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentence in stretches short enough, cut at white space where there is some."""
    while end - start > LONGEST:
        space = re.search(r"\s\S*\Z", text[start : start + LONGEST])
        cut = start + (space.start() + 1 if space else LONGEST)
        if not space:  # one word longer than that: it is not taken apart
            further = re.compile(r"\s").search(text, cut, end)
            cut = further.start() if further else end
        yield start, cut
        start = cut
    yield start, end


def _words(text: str) -> list[tuple[int, int]]:
    if len(text) > LONGEST:
        return [match.span() for match in re.finditer(r"\S+", text)]
    disguised = _WHOLE.sub(lambda match: _LETTER * len(match.group()), text)
    edges: set[int] = set()
    for start, end in form_spans(text):
        edges.update((start, end))
        disguised = f"{disguised[:start]}{_LETTER * (end - start)}{disguised[end:]}"
    disguised = disguised.translate(_KNOWN_MARKS)
    found = _found_again(_tokenizer().tokenize(disguised), disguised)
    if found is None:
        found = [match.span() for match in _FALLBACK.finditer(text)]
    return list(_contractions_cut(text, _stops_cut_off(text, list(_cut_at(found, edges)))))


def _cut_at(places: Iterable[tuple[int, int]], edges: set[int]) -> Iterator[tuple[int, int]]:
    """The places, cut where a word with a form of its own begins or ends."""
    for start, end in places:
        yield from pairwise([start, *(edge for edge in range(start + 1, end) if edge in edges), end])


def _found_again(words: list[str], text: str) -> list[tuple[int, int]] | None:
    """Where the words stand in the text; None if they are not just its characters without the white space."""
    places = []
    end = 0
    for word in words:
        start = end
        while start < len(text) and text[start].isspace():
            start += 1
        if text.startswith(word, start):
            end = start + len(word)
        elif word in _REWRITTEN and text.startswith(_DOUBLE_QUOTES, start):
            end = start + (1 if text[start] == '"' else 2)
        else:
            return None
        places.append((start, end))
    return None if text[end:].strip() else places


def _stops_cut_off(text: str, places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The places, with the full stop cut off a word before a closing quote, a note, or smiles that end the text."""
    for (start, end), (following, _) in zip(places, [*places[1:], (-1, -1)]):
        marked_at_once = end == following and text.startswith(_BEHIND_A_STOP, following)
        if _WITH_A_STOP.fullmatch(text, start, end) and (marked_at_once or _TO_THE_END.fullmatch(text, end)):
            yield start, end - 1
            yield end - 1, end
        else:
            yield start, end


def _contractions_cut(text: str, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The places, with `dont` in two, as `don't` is."""
    for start, end in places:
        if match := _WITHOUT_APOSTROPHE.fullmatch(text, start, end):
            cut = start + len(next(filter(None, match.groups())))
            yield start, cut
            yield cut, end
        else:
            yield start, end


@cache
def _tokenizer() -> NLTKWordTokenizer:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()
