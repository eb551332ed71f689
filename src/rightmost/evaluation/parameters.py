"""evalb's parameters, and the files (`.prm`) that hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from rightmost.errors import RightmostError
from rightmost.files import opened_text
from rightmost.trees.normalise import EMPTY_TAG, WRAPPERS

#: What evalb goes by where a parameter file is silent.
DEFAULT_MAX_ERROR = 10
DEFAULT_CUTOFF = 40

_COMMENT = "#"
_SHORTEST_LINE = 3  # evalb passes over anything shorter
_ONE_LABEL = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL")
_PAIR = ("EQ_LABEL", "EQ_WORD")
_NUMBER = ("DEBUG", "MAX_ERROR", "CUTOFF_LEN", "LABELED")
KEYWORDS = (*_NUMBER, *_ONE_LABEL, *_PAIR)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which brackets and words count, and which count as the same.

    >>> parameters = Parameters(equivalent_labels=frozenset({("ADVP", "PRT")}))
    >>> parameters.same_label("PRT", "ADVP"), parameters.same_label("PRT", "NP")
    (True, False)
    """

    #: Words with such a tag are taken out, and brackets with such a label are not counted.
    deleted_labels: frozenset[str] = frozenset()
    #: Words with such a tag do not add to a sentence's length.
    deleted_for_length: frozenset[str] = frozenset()
    #: Tags that a quotation mark, apostrophe or slash may be given by mistake.
    quote_labels: frozenset[str] = frozenset()
    #: Pairs that count as the same, either way round.
    equivalent_labels: frozenset[tuple[str, str]] = frozenset()
    equivalent_words: frozenset[tuple[str, str]] = frozenset()
    labeled: bool = True
    #: The longest sentence of the second table.
    cutoff: int = DEFAULT_CUTOFF
    #: evalb's MAX_ERROR. It gives up at the second error beyond it. None: never.
    max_error: int | None = None
    #: Labels whose bracket is not counted at the root. Not one of evalb's parameters: its files cannot set this.
    ignored_roots: frozenset[str] = frozenset()

    def same_label(self, one: str, other: str) -> bool:
        """Whether two labels, or two tags, count as the same."""
        return one == other or (one, other) in self.equivalent_labels or (other, one) in self.equivalent_labels

    def same_word(self, one: str, other: str) -> bool:
        """Whether two words count as the same."""
        return one == other or (one, other) in self.equivalent_words or (other, one) in self.equivalent_words


#: The labels of Collins (1997), as everybody reports them; no error limit, and any wrapper root counts as TOP.
COLLINS = Parameters(
    deleted_labels=frozenset({"TOP", EMPTY_TAG, ",", ":", "``", "''", "."}),
    deleted_for_length=frozenset({EMPTY_TAG}),
    equivalent_labels=frozenset({("ADVP", "PRT")}),
    ignored_roots=WRAPPERS,
)


def read_parameters(source: str | Path | TextIO) -> Parameters:
    """The parameters that evalb would read from this file. (DEBUG is allowed there, and changes nothing here.)"""
    with opened_text(source) as (stream, name):
        return _gathered(
            _setting(line.rstrip(), f"{name}:{number}")
            for number, line in enumerate(stream, start=1)
            if _says_something(line)
        )


def _says_something(line: str) -> bool:
    return len(line.rstrip()) >= _SHORTEST_LINE and not line.lstrip().startswith(_COMMENT)


def _gathered(lines: Iterable[tuple[str, tuple[str, ...]]]) -> Parameters:
    numbers = {"MAX_ERROR": DEFAULT_MAX_ERROR, "CUTOFF_LEN": DEFAULT_CUTOFF, "LABELED": 1}
    labels: dict[str, set[str]] = {keyword: set() for keyword in _ONE_LABEL}
    pairs: dict[str, set[tuple[str, str]]] = {keyword: set() for keyword in _PAIR}
    for keyword, values in lines:
        if keyword in labels:
            labels[keyword].add(values[0])
        elif keyword in pairs:
            pairs[keyword].add((values[0], values[1]))
        else:
            numbers[keyword] = int(values[0])
    return Parameters(
        deleted_labels=frozenset(labels["DELETE_LABEL"]),
        deleted_for_length=frozenset(labels["DELETE_LABEL_FOR_LENGTH"]),
        quote_labels=frozenset(labels["QUOTE_LABEL"]),
        equivalent_labels=frozenset(pairs["EQ_LABEL"]),
        equivalent_words=frozenset(pairs["EQ_WORD"]),
        labeled=numbers["LABELED"] != 0,
        cutoff=numbers["CUTOFF_LEN"],
        max_error=numbers["MAX_ERROR"],
    )


def _setting(line: str, where: str) -> tuple[str, tuple[str, ...]]:
    """The keyword and the values of a line, checked; `where` is its file:line."""
    keyword, *values = line.split()
    if line[0].isspace():  # evalb does not know the keyword then, and goes on without it
        raise RightmostError(f"{where}: {keyword!r} is indented; a keyword must start its line")
    if keyword not in KEYWORDS:
        raise RightmostError(f"{where}: unknown keyword {keyword!r}; allowed: {', '.join(KEYWORDS)}")
    wanted = 2 if keyword in _PAIR else 1
    if len(values) != wanted:
        given = " ".join(values) if values else "nothing"
        takes = "two values" if wanted == 2 else "one value"
        raise RightmostError(f"{where}: {keyword} takes {takes}, but was given {given}")
    if keyword in _NUMBER and not _is_number(keyword, values[0]):
        allowed = "0 or 1" if keyword == "LABELED" else "a whole number, 0 or more"
        raise RightmostError(f"{where}: {keyword} is {values[0]!r}; allowed: {allowed}")
    return keyword, tuple(values)


def _is_number(keyword: str, value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 10 and (keyword != "LABELED" or value in ("0", "1"))
