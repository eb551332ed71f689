"""Words, labels and tags as they stand in bracketed text, where a bracket or a space would be misread.

A word's brackets are written as the Penn Treebank writes them (`-LRB-`), any white space by its number (`-U+20-`, since
some readers split at all that Unicode calls a space), an empty word as `-EMPTY-`, and a backslash that ends a word by
its number (nltk would have it belong to the bracket after it). In a label or tag `-LRB-` is a name, and so is read as
it stands.
"""

from __future__ import annotations

import re

#: All that Python, and therefore nltk, takes for white space.
_WHITE_SPACE = (
    " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def _numbered(character: str) -> str:
    return f"-U+{ord(character):02X}-"


_SPACES = {space: _numbered(space) for space in _WHITE_SPACE}
_BY_NUMBER = _SPACES | {character: _numbered(character) for character in "()-\\"}

#: What a word cannot hold in bracketed text, and how it is written there.
ESCAPES = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"} | _SPACES
EMPTY_WORD = "-EMPTY-"

_UNESCAPES = {written: character for table in (ESCAPES, _BY_NUMBER) for character, written in table.items()}
_ESCAPED = re.compile("|".join(map(re.escape, _UNESCAPES)))
_NUMBERED = re.compile("|".join(map(re.escape, _BY_NUMBER.values())))
_IN_WORDS = str.maketrans(ESCAPES)
_IN_NAMES = str.maketrans(_SPACES | {"(": "-LRB-", ")": "-RRB-"})  # `[` and `-LSB-` are two tags, both in use
_EXACTLY_IN_WORDS = str.maketrans(ESCAPES | {"-": _BY_NUMBER["-"]})
_EXACTLY_IN_NAMES = str.maketrans({name: written for name, written in _BY_NUMBER.items() if name not in "-\\"})
_ALL_IN_NAMES = str.maketrans({name: written for name, written in _BY_NUMBER.items() if name != "\\"})


def escape(word: str) -> str:
    """The word as it stands in bracketed text. One that looks escaped already, as `-LRB-`, is read back as `(`.

    >>> escape("("), escape(":)"), escape("New York")
    ('-LRB-', ':-RRB-', 'New-U+20-York')
    """
    return _ended(word.translate(_IN_WORDS)) if word else EMPTY_WORD


def unescaped(word: str) -> str:
    """The word that bracketed text writes so.

    >>> unescaped("-LRB-"), unescaped(":-RRB-")
    ('(', ':)')
    """
    if "-" not in word:
        return word
    return "" if word == EMPTY_WORD else _ESCAPED.sub(lambda match: _UNESCAPES[match.group()], word)


def escaped_name(name: str) -> str:
    """A label or tag as it stands in bracketed text; the tag `(` becomes `-LRB-` for good."""
    return name.translate(_IN_NAMES)


def unescaped_name(name: str) -> str:
    """The label or tag that bracketed text writes so.

    >>> unescaped_name("-LRB-"), unescaped_name("N-U+20-N")
    ('-LRB-', 'N N')
    """
    if "-" not in name:
        return name
    return "" if name == EMPTY_WORD else _NUMBERED.sub(lambda match: _UNESCAPES[match.group()], name)


def exact(word: str) -> str:
    """The word written so that it is read back, whatever it is.

    >>> exact("("), exact("-LRB-"), unescaped(exact("-LRB-"))
    ('-LRB-', '-U+2D-LRB-U+2D-', '-LRB-')
    """
    written = escape(word)
    return written if unescaped(written) == word else _ended(word.translate(_EXACTLY_IN_WORDS))


def exact_name(name: str) -> str:
    """The label or tag written so that it is read back, whatever it is.

    >>> exact_name("-LRB-"), exact_name("("), unescaped_name(exact_name("("))
    ('-LRB-', '-U+28-', '(')
    """
    written = name.translate(_EXACTLY_IN_NAMES)
    return written if unescaped_name(written) == name else name.translate(_ALL_IN_NAMES)


def _ended(written: str) -> str:
    return f"{written[:-1]}{_BY_NUMBER[written[-1]]}" if written.endswith("\\") else written
