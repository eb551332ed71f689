"""What stands between two opening brackets: a label, or a leaf with closing brackets after it."""

from __future__ import annotations

import re
from collections.abc import Callable

from rightmost.trees.tree import Leaf, Step

SPACES = " \t\n\r\f\v"  # as in C: other Unicode spaces may stand inside words
_WORD = rf"[^{SPACES}()]+"
TOKEN = re.compile(rf"\)|{_WORD}")
WHOLE = re.compile(rf"(?s:.*)[{SPACES})]")  # all but a last word, which may go on
_PIECE = re.compile(rf"({_WORD})[{SPACES}]+({_WORD})[{SPACES}]*\)([{SPACES})]*)|({_WORD})?[{SPACES}]*")


class Malformed(Exception):
    """The mistake in a piece, and its place in it."""

    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        self.message = message


class Pieces(dict[str, Step]):
    """The step that each piece stands for, with its word as `read` reads it, label and tag as `read_name` does.

    The same pieces come again and again in a treebank. Each is worked out once and then looked up.
    """

    MOST = 1 << 17
    LONGEST = 1 << 8  # characters of a piece that is kept

    def __init__(self, read: Callable[[str], str], read_name: Callable[[str], str]) -> None:
        self.read = read
        self.read_name = read_name

    def __missing__(self, piece: str) -> Step:
        match = matched(piece)
        if match is None:
            raise _malformed(piece)
        tag, word, closing, label = match.groups()
        if word is None:
            step: Step = (self.read_name(label or ""), 1)
        else:
            step = (Leaf(self.read(word), self.read_name(tag)), -closing.count(")"))
        if len(piece) <= self.LONGEST:
            if len(self) >= self.MOST:
                self.clear()
            self[piece] = step
        return step


def matched(piece: str) -> re.Match[str] | None:
    """Its tag, word and closing brackets, or its label; None if it is malformed."""
    return _PIECE.fullmatch(piece.lstrip(SPACES))  # white space in the pattern would cost quadratic time


def _malformed(piece: str) -> Malformed:
    """Why `piece` is neither a label nor a leaf with closing brackets after it."""
    words: list[re.Match[str]] = []  # the first three
    is_leaf = False
    for token in TOKEN.finditer(piece):
        if token.group() != ")":
            words.append(token)
        elif len(words) < 2:
            name = cut(piece[: token.start()].strip())
            return Malformed(token.start(), f"({name}) is empty; expected a word or a child before ')'")
        else:
            is_leaf = True
        if len(words) > 2:
            is_leaf = ")" in piece
            break
    wrong = words[2 if is_leaf else 1]
    return Malformed(wrong.start(), f"the word {shown(wrong.group())} has no tag; expected it as (TAG word)")


def shown(word: str) -> str:
    """The word in a message."""
    return repr(cut(word))


def cut(word: str) -> str:
    """The word, or its beginning if it is long.

    >>> cut("Arthur is King of the Britons, said Arthur")
    'Arthur is King of the Brito...'
    """
    return word if len(word) <= 30 else f"{word[:27]}..."
