"""The text of a pattern cut into tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

from rightmost.patterns.fault import PatternError

ANY = "__"  # the label of every node
ROOT = "_ROOT_"  # and of the root alone

_ABOVE = r"<<<-?\d+|<<<|<<[-,:#'`]|<<|<\.\.\.|<\+|<=|<-?\d+|<[-,:#'`]|<"
_BELOW = r">>[-,:#'`]|>>|>\+|>-?\d+|>[-,:#'`]|>"
_BESIDE = r"\$\+\+|\$--|\$\.\.|\$,,|\$[-+.,]|\$"
_ALONG = r"\.\.|\.\+|\.|,,|,\+|,"
#: Letters of any script, digits, `_` and `-`, and no digit first.
_LABEL = r"(?:-?[A-Za-z]|[^\x00-\x7f\s])(?:[A-Za-z0-9_-]|[^\x00-\x7f\s])*"
_TOKEN = re.compile(
    rf"""(?P<space>\s+)
    |(?P<relation>{_ABOVE}|{_BELOW}|{_BESIDE}|{_ALONG}|==)
    |(?P<regex>/(?:\\.|[^/\\\n])*/)
    |(?P<root>{ROOT}(?![\w-])) |(?P<any>{ANY}(?![\w-]))
    |(?P<label>{_LABEL})
    |(?P<group>\#\d+%\w+)
    |(?P<name>=\s*\w[\w-]*) |(?P<link>~\s*\w[\w-]*)
    |(?P<mark>[()\[\]{{}};&|!?@:])""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """What kind of token, its text, and where it begins in the pattern. Of a mark the kind is the mark."""

    kind: str
    text: str
    place: int


def tokens(pattern: str) -> list[Token]:
    """The tokens of the pattern; the last one is its end.

    >>> [token.text for token in tokens("NP=np <2 (@VB|VBZ !$+ /^,$/)")]
    ['NP', '=np', '<2', '(', '@', 'VB', '|', 'VBZ', '!', '$+', '/^,$/', ')', '']
    """
    found: list[Token] = []
    place = 0
    while place < len(pattern):
        match = _TOKEN.match(pattern, place)
        if match is None:
            raise PatternError(_advice(pattern, place), text=pattern, place=place)
        kind = match.lastgroup or ""
        if kind != "space":
            found.append(Token(match.group() if kind == "mark" else kind, match.group(), place))
        place = match.end()
    found.append(Token("end", "", len(pattern)))
    return found


def _advice(pattern: str, place: int) -> str:
    character = pattern[place]
    if character == "/":
        return "a regular expression without its end; expected another '/', as in /^VB/"
    if character.isdigit():
        return "a label that begins with a digit; write it as a regular expression, as in /^1984$/"
    if character in "=~":
        return f"{character!r} without a name; expected one of letters and digits, as in NP{character}np"
    return f"{character!r} begins no label and no relation; other labels are written as in /^PRP\\$$/"
