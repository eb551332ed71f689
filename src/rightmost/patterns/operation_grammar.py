"""The text of a rewrite's operations, as Tsurgeon writes them: one a line, or each in square brackets."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

from rightmost.patterns.fault import PatternError
from rightmost.patterns.operations import (
    Adjoin,
    Coindex,
    CreateSubtree,
    Delete,
    Excise,
    IfExists,
    Insert,
    Move,
    Operation,
    Relabel,
    Replace,
    Replacement,
)
from rightmost.patterns.workpiece import Position, Twig
from rightmost.trees.brackets import unescaped

KEYWORDS = (
    "delete, prune, excise, relabel, insert, move, moveprune, replace, adjoin, adjoinH, adjoinF, coindex, createSubtree"
)
DEEPEST = 60  # brackets within brackets

_SPACE = re.compile(r"[ \t\r]*")
_LINES = re.compile(r"\s*")
_NAME = re.compile(r"\w[\w-]*")
_POSITION = re.compile(r"\$[-+]|>-?[1-9]\d*")
_LABEL = re.compile(r"[^\s()\[\]/]+")
_QUOTED = re.compile(r"/((?:\\.|[^/\\\n])*)/")
_SECOND = re.compile(r"(?!\s*(?:\]|$))((?:\\.|[^/\\\n])*)/")
_PART = re.compile(r"\\(?P<text>.)|\$(?P<group>\d+)|=\{(?P<name>[^}]*)\}|%\{(?P<variable>[^}]*)\}", re.DOTALL)
_TWIG = re.compile(r"(?:\\.|[^\s()\\])+")
_UNESCAPED = re.compile(r"\\(.)", re.DOTALL)
_GIVEN = re.compile(r"(?<!\\)=((?:\\.|[^\\=])*)$")  # the name after a label


def operations(text: str) -> tuple[Operation, ...]:
    """The operations in the text; raises PatternError with the place of what is wrong.

    >>> operations("prune pp")
    (Delete(uses=('pp',), prune=True, gives=()),)
    """
    return _Parser(text).operations()


class _Parser:
    """Reads from left to right; `at` is the place of what comes next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def operations(self) -> tuple[Operation, ...]:
        found = []
        self.skip(_LINES)
        while self.at < len(self.text):
            opening = self.at
            bracketed = self.taken("[")
            found.append(self.operation())
            if bracketed and not self.taken("]"):
                self.fail(f"expected ']' for the '[' of column {self.column(opening)}")
            if not (bracketed or self.at_end()):
                self.fail("expected the end of the operation; the next one comes on a line of its own or in [ ]")
            self.skip(_LINES)
        if not found:
            self.fail(f"no operation; expected one of {KEYWORDS}")
        return tuple(found)

    def operation(self) -> Operation:
        place = self.place()
        keyword = self.name("an operation")
        if keyword == "if":
            if self.name("exists") != "exists":
                self.fail("expected 'exists' after 'if', as in: if exists np delete np", place)
            name = self.name()
            opening = self.taken("[")
            inner = self.operation()
            if opening and not self.taken("]"):
                self.fail("expected ']'")
            return IfExists(name, inner)
        if keyword in ("delete", "prune"):
            return Delete(self.names(), prune=keyword == "prune")
        if keyword == "coindex":
            return Coindex(self.names())
        if keyword == "excise":
            upper = self.name()
            return Excise(upper, upper if self.at_end() else self.name())
        if keyword == "relabel":
            return self.relabel()
        if keyword == "insert":
            return Insert(self.twig() if self.next_is("(") else self.name(), self.position())
        if keyword in ("move", "moveprune"):
            return Move(self.name(), self.position(), prune=keyword == "moveprune")
        if keyword == "replace":
            return self.replacing()
        if keyword in ("adjoin", "adjoinH", "adjoinF"):
            return Adjoin(keyword, self.auxiliary(keyword), self.name())
        if keyword != "createSubtree":
            self.fail(f"no operation {keyword!r}; expected one of {KEYWORDS}", place)
        twig = self.auxiliary(keyword) if self.next_is("(") else Twig(self.label(), is_foot=True)
        first = self.name()
        return CreateSubtree(twig, first, first if self.at_end() else self.name())

    def replacing(self) -> Operation:
        name = self.name()
        by: list[Twig | str] = []
        while not by or not self.at_end():
            by.append(self.twig() if self.next_is("(") else self.name("a name or a tree"))
        return Replace(name, tuple(by))

    def position(self) -> Position:
        self.skip(_SPACE)
        match = _POSITION.match(self.text, self.at)
        if match is None:
            self.fail("expected a position: $+ or $- and a name, or >2 or >-1 and a name")
        self.at = match.end()
        return Position(match.group(), self.name())

    # -- labels -----------------------------------------------------------------------------------

    def relabel(self) -> Operation:
        name = self.name()
        self.skip(_SPACE)
        begin = self.at
        quoted = _QUOTED.match(self.text, self.at)
        if quoted is None:
            return Relabel(name, None, Replacement((("text", self.label()),)))
        self.at = quoted.end()
        second = _SECOND.match(self.text, self.at)
        if second is None:
            return Relabel(name, None, Replacement((("text", _UNESCAPED.sub(r"\1", quoted[1])),)))
        self.at = second.end()
        try:
            regex = re.compile(quoted[1].replace("\\/", "/"))
        except (re.error, OverflowError, RecursionError) as error:
            self.fail(f"the regular expression is not one that Python reads ({error})", begin)
        return Relabel(name, regex, self.replacement(second[1], second.start(), regex.groups))

    def replacement(self, text: str, place: int, groups: int) -> Replacement:
        parts: list[tuple[str, str]] = []
        done = 0
        for match in _PART.finditer(text):
            kind = match.lastgroup or ""
            if kind == "group" and int(match[kind]) > groups:
                self.fail(f"no group {match[kind]} in the regular expression; it has {groups}", place + match.start())
            parts += ("text", text[done : match.start()]), (kind, match[kind])
            done = match.end()
        parts.append(("text", text[done:]))
        return Replacement(tuple([part for part in parts if part != ("text", "")]))

    def label(self) -> str:
        self.skip(_SPACE)
        match = _LABEL.match(self.text, self.at)
        if match is None:
            self.fail("expected a label; one with other characters is written as in /PRP\\$/")
        self.at = match.end()
        return match.group()

    # -- trees ------------------------------------------------------------------------------------

    def auxiliary(self, keyword: str) -> Twig:
        """A tree with one foot."""
        place = self.place()
        if not self.next_is("("):
            self.fail(f"expected a tree after {keyword}, as in (NP (DT the) NP@)")
        twig = self.twig()
        if twig.feet() != 1:
            self.fail(f"a tree with {twig.feet()} feet; expected exactly one, a leaf that ends in @, as NP@", place)
        if keyword != "adjoinF" and not twig.foot_label():
            self.fail("the foot needs a label, as in NP@", place)
        return twig

    def twig(self, depth: int = 0) -> Twig:
        """An opening bracket, perhaps a label, twigs and words, and a closing bracket."""
        opening = self.place()
        if depth > DEEPEST:
            self.fail(f"more than {DEEPEST} brackets within one another")
        self.at += 1
        label = "" if self.next_is("(") or self.next_is(")") else self.twig_label()
        node = _named(label, is_leaf=False)
        children: list[Twig] = []
        while not self.taken(")"):
            if self.place() >= len(self.text) or self.text[self.at] == "\n":
                self.fail(f"expected ')' for the '(' of column {self.column(opening)}")
            children.append(self.twig(depth + 1) if self.next_is("(") else _named(self.twig_label(), is_leaf=True))
        if children:
            return replace(node, children=tuple(children), is_foot=False)
        if not label.endswith("@") or label.endswith("\\@"):
            self.fail("a node without a word or a child; expected some before ')'", opening)
        return _named(label, is_leaf=True)

    def twig_label(self) -> str:
        self.skip(_SPACE)
        match = _TWIG.match(self.text, self.at)
        if match is None:
            self.fail("expected a label, a word or a bracket")
        self.at = match.end()
        return match.group()

    # -- names and places -------------------------------------------------------------------------

    def name(self, what: str = "a name") -> str:
        self.skip(_SPACE)
        match = _NAME.match(self.text, self.at)
        if match is None:
            allowed = f"; one of {KEYWORDS}" if what == "an operation" else " that the pattern gives"
            self.fail(f"expected {what}{allowed}")
        self.at = match.end()
        return match.group()

    def names(self) -> tuple[str, ...]:
        found = [self.name()]
        while not self.at_end():
            found.append(self.name())
        return tuple(found)

    def at_end(self) -> bool:
        """Whether the operation ends here."""
        return self.place() >= len(self.text) or self.text[self.at] in "\n]"

    def next_is(self, mark: str) -> bool:
        return self.text.startswith(mark, self.place())

    def taken(self, mark: str) -> bool:
        if not self.next_is(mark):
            return False
        self.at += len(mark)
        return True

    def place(self) -> int:
        self.skip(_SPACE)
        return self.at

    def skip(self, spaces: re.Pattern[str]) -> None:
        match = spaces.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def column(self, place: int) -> int:
        return place - self.text.rfind("\n", 0, place)

    def fail(self, message: str, place: int | None = None) -> NoReturn:
        raise PatternError(message, text=self.text, place=self.at if place is None else place, source="operation")


def _named(label: str, *, is_leaf: bool) -> Twig:
    """The node of a label as written: with its name after `=`, and a leaf that is a foot with `@` at its end."""
    name = None
    given = _GIVEN.search(label)
    if given is not None and given.start():
        label, name = label[: given.start()], given[1]
    is_foot = is_leaf and label.endswith("@") and not label.endswith("\\@")
    label = _UNESCAPED.sub(r"\1", label[:-1] if is_foot else label)
    is_word = is_leaf and not is_foot
    return Twig(unescaped(label) if is_word else label, name=name, is_word=is_word, is_foot=is_foot)
