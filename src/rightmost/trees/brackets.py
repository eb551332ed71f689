"""Bracketed text: reading it as a stream, and writing it.

The reader takes a block of text at a time and splits it at its opening brackets; what stands between two of them is
either a label or a leaf with closing brackets behind it, and is looked up in a table of those already met. Nothing is
counted on the way: only when a piece is wrong are its line and column worked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import NoReturn, TextIO

from rightmost.errors import BracketError, MismatchedTrees, UnreadableFile
from rightmost.files import opened_text, written_atomically
from rightmost.trees.normalise import WRAPPER, WRAPPERS, unwrap, with_wrapper
from rightmost.trees.tree import Leaf, Step, Tree

BLOCK = 1 << 16  # characters read at a time

#: What a word cannot hold in bracketed text, and how it is written there.
ESCAPES = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
} | {space: f"-U+{ord(space):02X}-" for space in " \t\n\r\f\v"}
EMPTY_WORD = "-EMPTY-"
_UNESCAPES = {written: character for character, written in ESCAPES.items()}
_ESCAPED = re.compile("|".join(map(re.escape, _UNESCAPES)))
_TO_ESCAPE = str.maketrans(ESCAPES)
#: In a label or tag only what would break the brackets is escaped: `[` and `-LSB-` are two tags, and both are in use.
_TO_ESCAPE_IN_LABELS = str.maketrans({name: written for name, written in ESCAPES.items() if name not in "[]{}"})

_SPACES = " \t\n\r\f\v"  # as in C: other Unicode spaces may stand inside words
_WORD = rf"[^{_SPACES}()]+"
_TOKEN = re.compile(rf"\)|{_WORD}")
_PIECE = re.compile(
    rf"[{_SPACES}]*(?:({_WORD})[{_SPACES}]+({_WORD})[{_SPACES}]*\)([{_SPACES})]*)|({_WORD})?[{_SPACES}]*)"
)


def parse_brackets(text: str, *, keep_wrapper: bool = False, unescape: bool = True) -> Tree:
    """The one tree written in `text`."""
    reader = _Reader("<string>", keep_wrapper=keep_wrapper, unescape=unescape)
    trees = [*reader.feed(text), *reader.finish()]
    if len(trees) != 1:
        raise BracketError(f"{len(trees)} trees where one was expected", source="<string>", line=1, column=1)
    return trees[0]


def read_trees(source: str | Path | TextIO, *, keep_wrapper: bool = False, unescape: bool = True) -> Iterator[Tree]:
    """The trees of a file, one after the other, however many lines each takes.

    A wrapper root (TOP, ROOT, S1, VROOT, empty) is dropped where it can be, unless `keep_wrapper`; words are
    unescaped (`-LRB-` becomes `(`) unless not `unescape`.
    """
    with opened_text(source) as (stream, name):
        reader = _Reader(name, keep_wrapper=keep_wrapper, unescape=unescape)
        try:
            while block := stream.read(BLOCK):
                yield from reader.feed(block)
        except UnreadableFile:
            with suppress(BracketError):
                yield from reader.finish()
            raise
        yield from reader.finish()


def read_some_trees(source: str | Path | TextIO, *, keep_wrapper: bool = False) -> Iterator[Tree]:
    """The same, of a source that must hold at least one tree."""
    empty = True
    for tree in read_trees(source, keep_wrapper=keep_wrapper):
        empty = False
        yield tree
    if empty:
        name = "<stdin>" if source == "-" else source
        raise UnreadableFile(f"{name}: no trees in it; expected bracketed trees, as (S (NP (NNP Arthur)) ...)")


def read_side_by_side(sources: Sequence[str | Path]) -> Iterator[tuple[Tree, ...]]:
    """The first tree of each file, then the second of each, and so on; the files must have equally many."""
    for number, trees in enumerate(zip_longest(*map(read_trees, sources)), start=1):
        if None in trees:
            ended = sources[trees.index(None)]
            raise MismatchedTrees(
                f"{ended}: no tree {number}, as there is elsewhere; expected equally many trees in all"
            )
        yield trees


def read_aligned(
    source: str | Path | TextIO, *, keep_wrapper: bool = False, unescape: bool = True
) -> Iterator[Tree | None]:
    """The trees of a file that has one a line; None for a line without words (empty, `(())` or `(TOP )`)."""
    with opened_text(source) as (stream, name):
        reader = _Reader(name, keep_wrapper=keep_wrapper, unescape=unescape)
        for number, line in enumerate(stream, start=1):
            reader.line, reader.column = number, 1
            if _is_wordless(line):
                yield None
                continue
            trees = [*reader.feed(line.rstrip("\n")), *reader.finish()]
            if len(trees) != 1:
                raise BracketError(f"{len(trees)} trees on one line; expected one", source=name, line=number, column=1)
            yield trees[0]


def _is_wordless(line: str) -> bool:
    name = line.strip(f"{_SPACES}()")
    return not line.strip(_SPACES) or (name in WRAPPERS and "(" in line and line.count("(") == line.count(")"))


def write_trees(trees: Iterable[Tree], path: str | Path) -> int:
    """Writes one tree a line, each under `TOP`, all or nothing; says how many."""
    count = 0
    with written_atomically(path) as stream:
        for tree in trees:
            stream.write(f"{with_wrapper(tree)}\n")
            count += 1
    return count


def format_tree(tree: Tree) -> str:
    """The tree on one line: `(S (NP (NNP Arthur)) ...)`."""
    return " ".join(
        [
            f"({item.tag.translate(_TO_ESCAPE_IN_LABELS) or EMPTY_WORD} {escape(item.word)}){')' * -change}"
            if isinstance(item, Leaf)
            else f"({item.translate(_TO_ESCAPE_IN_LABELS)}"
            for item, change in tree.flat
        ]
    )


def escape(word: str) -> str:
    """The word as it stands in bracketed text. One that looks escaped already, as `-LRB-`, is read back as `(`.

    >>> escape("("), escape(":)"), escape("New York")
    ('-LRB-', ':-RRB-', 'New-U+20-York')
    """
    return word.translate(_TO_ESCAPE) if word else EMPTY_WORD


def unescaped(word: str) -> str:
    """The word that bracketed text writes so.

    >>> unescaped("-LRB-"), unescaped(":-RRB-")
    ('(', ':)')
    """
    if "-" not in word:
        return word
    return "" if word == EMPTY_WORD else _ESCAPED.sub(lambda match: _UNESCAPES[match.group()], word)


class _Malformed(Exception):
    """What is wrong with a piece, and how far into it."""

    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        self.message = message


class _Pieces(dict[str, Step]):
    """The step that the text between two opening brackets stands for.

    Treebanks say the same things over and over, so each is worked out once and then looked up.
    """

    MOST = 1 << 17

    def __init__(self, *, unescape: bool) -> None:
        self.unescape = unescape

    def __missing__(self, piece: str) -> Step:
        match = _PIECE.fullmatch(piece)
        if match is None:
            raise _malformed(piece)
        tag, word, closing, label = match.groups()
        if word is None:
            step: Step = (label or "", 1)
        else:
            step = (Leaf(unescaped(word) if self.unescape else word, tag), -closing.count(")"))
        if len(self) >= self.MOST:
            self.clear()
        self[piece] = step
        return step


_ESCAPED_PIECES = _Pieces(unescape=True)
_RAW_PIECES = _Pieces(unescape=False)


def _malformed(piece: str) -> _Malformed:
    """Why `piece` is neither a label nor a leaf with closing brackets behind it."""
    tokens = list(_TOKEN.finditer(piece))
    words_before_closing = next((place for place, token in enumerate(tokens) if token.group() == ")"), len(tokens))
    if words_before_closing < 2:
        name = piece[: tokens[words_before_closing].start()].strip()
        empty = tokens[words_before_closing].start()
        return _Malformed(empty, f"({name}) is empty; expected a word or a child before ')'")
    is_leaf = words_before_closing < len(tokens)
    wrong = [token for token in tokens if token.group() != ")"][2 if is_leaf else 1]
    return _Malformed(wrong.start(), f"the word {_shown(wrong.group())} has no tag; expected it as (TAG word)")


def _shown(word: str) -> str:
    return repr(word if len(word) <= 30 else f"{word[:27]}...")


class _Reader:
    """Trees out of text that comes in blocks."""

    def __init__(self, source: str, *, keep_wrapper: bool, unescape: bool) -> None:
        self.source = source
        self.keep_wrapper = keep_wrapper
        self.pieces = _ESCAPED_PIECES if unescape else _RAW_PIECES
        self.line, self.column = 1, 1  # of the first character not yet read
        self.rest = ""  # text from the last opening bracket on: it may go on in the next block
        self.steps: list[Step] = []  # of the tree not yet complete
        self.began = (1, 1)  # line and column of its first bracket
        self.depth = 0  # open brackets in it

    def feed(self, block: str) -> Iterator[Tree]:
        """The trees that `block` completes."""
        text = self.rest + block
        if not self.rest and not self.depth:
            self._check_beginning(text)
        end = max(text.rfind("("), 0)
        self.rest = text[end:]
        return self._read(text[:end])

    def finish(self) -> Iterator[Tree]:
        """The trees that the end of the text completes: nothing may be left open."""
        rest, self.rest = self.rest, ""
        yield from self._read(rest)
        if self.depth:
            line, column = self.began
            what = f"the tree that begins here with ({self.steps[0][0]} never ends: expected {self.depth} more ')'"
            raise BracketError(what, source=self.source, line=line, column=column)

    def _read(self, text: str) -> Iterator[Tree]:
        before, *pieces = text.split("(")
        self._check_beginning(before)
        fault = behind = ""
        steps: list[Step] = []
        try:
            steps.extend(map(self.pieces.__getitem__, pieces))
        except _Malformed as error:
            fault, wrong = error.message, pieces[len(steps)]
            pieces[len(steps) :] = [wrong[: error.offset]]
            if _PIECE.fullmatch(pieces[-1]):  # a leaf, and something behind its brackets
                steps.append(self.pieces[pieces[-1]])
                behind = wrong[error.offset :]
        depths = list(accumulate(map(_change, steps), initial=self.depth))[1:]  # behind each step
        if depths and min(depths) < 0:
            fault, behind = "a ')' without its '('; expected a tree", ""
            place = next(place for place, depth in enumerate(depths) if depth < 0)
            closing = [offset for offset, character in enumerate(pieces[place]) if character == ")"]
            pieces[place:] = [pieces[place][: closing[depths[place]]]]
            steps[place:], depths[place:] = [self.pieces[pieces[place]]], [0]
        start = 0
        for end in [place for place, depth in enumerate(depths, start=1) if not depth]:
            flat = (*self.steps, *steps[start:end])
            self.steps.clear()
            start = end
            tree = Tree.from_flat(flat if len(flat) > 1 else ((WRAPPER, 1), (flat[0][0], -1)))
            yield tree if self.keep_wrapper else unwrap(tree)
        if fault:
            self._advance("(".join([before, *pieces]))
            if depths and not depths[-1]:
                self._check_beginning(behind)
            self._fail("", fault)
        if not self.steps and start < len(steps):
            self._advance("(".join([before, *pieces[:start], ""])[:-1])
            self.began = self.line, self.column
            self._advance("(" + "(".join(pieces[start:]))
        else:
            self._advance(text)
        self.steps.extend(steps[start:])
        self.depth = depths[-1] if depths else self.depth

    def _check_beginning(self, text: str) -> None:
        """Nothing but white space may stand before the first bracket."""
        found = text.lstrip(_SPACES)
        if found and not found.startswith("("):
            token = _TOKEN.match(found)
            assert token is not None
            self._fail(text[: len(text) - len(found)], f"{_shown(token.group())} outside any tree; expected '('")

    def _fail(self, before: str, message: str) -> NoReturn:
        self._advance(before)
        raise BracketError(message, source=self.source, line=self.line, column=self.column)

    def _advance(self, text: str) -> None:
        lines = text.count("\n")
        self.line += lines
        self.column = len(text) - text.rfind("\n") if lines else self.column + len(text)


_change = itemgetter(1)
