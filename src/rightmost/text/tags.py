"""Words whose tag their form decides. Taggers learn from books and newspapers, where there are hardly any.

The tags are the Penn Treebank's. Handles, hashtags and addresses are names. Files and names in programs are nouns.
Smileys and emoji are interjections, as in treebanks/everyday; other pictures (a telephone) and marks in a row are
symbols. A brace is a bracket, and dashes in a row are one dash.
Only tags that the model itself chooses are put right so, and only those of models that know the Penn Treebank's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from rightmost.text.forms import ADDRESS, FILE, HANDLE, HASHTAG, MAIL, NAME, SMILE

_NEEDED = frozenset({"NNP", "UH", "-LRB-", "-RRB-", "VBZ", ".", ":"})  # by them the tagset is known
_BRACES = {"{": "-LRB-", "}": "-RRB-"}
_FORMS = [
    (re.compile(r"(?![♥❣❤☹☺♡])[\u2300-\u2bff]\ufe0e?"), "SYM"),
    (re.compile(SMILE, re.VERBOSE), "UH"),
    (re.compile(f"{ADDRESS} | {MAIL} | {HANDLE} | {HASHTAG}", re.VERBOSE), "NNP"),
    (re.compile(f"{NAME} | (?! /[^/]*\\Z ) {FILE}", re.VERBOSE), "NN"),  # `/or` may be anything
    (re.compile(r"-{2,}|[–—]{2,}"), ":"),
    (re.compile(r"={2,}|\*{2,}|_{2,}|~{2,}|#{2,}|\+{3,}|`{3,}"), "SYM"),
]


def fixed_tag(word: str) -> str | None:
    """The tag of a word of such a form; None for all others.

    >>> [fixed_tag(word) for word in ["@nytimes", ":-)", "{", "Arthur"]]
    ['NNP', 'UH', '-LRB-', None]
    """
    if word.isalnum() or len(word) > 300:
        return None
    if len(word) == 1 and word.isascii():
        return _BRACES.get(word)
    return next((tag for form, tag in _FORMS if form.fullmatch(word)), None)


def put_right(words: Sequence[str], tags: Iterable[str], *, known: Collection[str]) -> list[str]:
    """The tags that a model chose for the words, with those that form decides; `known` are all of the model's."""
    if not _NEEDED.issubset(known):
        return list(tags)
    odd = {word for word in words if not word.isalnum()}
    right = {word: tag for word in odd if (tag := fixed_tag(word)) in known}
    return [right.get(word) or tag for word, tag in zip(words, tags)]
