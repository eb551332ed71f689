"""Bracketed text: reading it as a stream, and writing it.

The reader takes a block of text at a time and splits it at its opening brackets; pieces.py reads what stands between
two of them. Nothing is counted on the way: only when a piece is wrong are its line and column worked out.
"""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import NoReturn, TextIO

from rightmost.arguments import checked_path, in_order
from rightmost.arguments import shown as shown_value
from rightmost.errors import BracketError, MismatchedTrees, RightmostError, UnreadableFile
from rightmost.files import opened_text, written_atomically
from rightmost.trees.escapes import EMPTY_WORD, escaped_name, unescaped_name
from rightmost.trees.escapes import escape as escape
from rightmost.trees.escapes import unescaped as unescaped
from rightmost.trees.normalise import WRAPPER, WRAPPERS, unwrap, with_wrapper
from rightmost.trees.pieces import SPACES, TOKEN, WHOLE, Malformed, Pieces, cut, matched, shown
from rightmost.trees.tree import Leaf, Step, Tree

BLOCK = 1 << 16  # characters read at a time


def parse_brackets(text: str, *, keep_wrapper: bool = False, unescape: bool = True) -> Tree:
    """The one tree written in `text`."""
    reader = _Reader("<string>", keep_wrapper=keep_wrapper, unescape=unescape)
    trees = [*reader.feed(text), *reader.finish()]
    if len(trees) != 1:
        raise BracketError(f"{len(trees)} trees where one was expected", source="<string>", line=1, column=1)
    return trees[0]


def read_trees(source: str | Path | TextIO, *, keep_wrapper: bool = False, unescape: bool = True) -> Iterator[Tree]:
    """The trees of a file, packed by gzip or not, one after the other, however many lines each takes.

    A wrapper root (TOP, ROOT, S1, VROOT, empty) is dropped where it can be, unless `keep_wrapper`; words are
    unescaped (`-LRB-` becomes `(`) unless not `unescape`.
    """
    if not hasattr(source, "read"):
        checked_path(source, "the path of a file of trees, a str or Path,")
        source = os.fspath(source)
    return _trees(source, keep_wrapper=keep_wrapper, unescape=unescape)


def _trees(source: str | Path | TextIO, *, keep_wrapper: bool, unescape: bool) -> Iterator[Tree]:
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
    name = line.strip(f"{SPACES}()")
    return not line.strip(SPACES) or (name in WRAPPERS and "(" in line and line.count("(") == line.count(")"))


def write_trees(trees: Iterable[Tree | None], path: str | Path) -> int:
    """Writes one tree a line, each under `TOP`, all or nothing; returns how many. None becomes an empty line.

    A file whose name ends in `.gz` is packed by gzip.
    """
    checked_path(path, "the path of the file to write, a str or Path,")
    count = 0
    with written_atomically(path) as file, _packed(file, path) as stream:
        for number, tree in enumerate(in_order(trees, "a list of trees"), start=1):
            if tree is not None and not isinstance(tree, Tree):
                raise RightmostError(
                    f"tree {number} is {shown_value(tree)}; allowed: a Tree, or None for an empty line"
                )
            stream.write("\n" if tree is None else f"{with_wrapper(tree)}\n")
            count += tree is not None
    return count


@contextmanager
def _packed(file: TextIO, path: str | Path) -> Iterator[TextIO]:
    """The file; or what packs all that is written, the same bytes at any time, if it is named so."""
    if not os.fspath(path).endswith(".gz"):
        yield file
        return
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=file.buffer, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


def format_tree(tree: Tree) -> str:
    """The tree on one line: `(S (NP (NNP Arthur)) ...)`."""
    return " ".join(
        [
            f"({escaped_name(item.tag) or EMPTY_WORD} {escape(item.word)}){')' * -change}"
            if isinstance(item, Leaf)
            else f"({escaped_name(item)}"
            for item, change in tree.flat
        ]
    )


_ESCAPED_PIECES = Pieces(unescaped, unescaped_name)
_RAW_PIECES = Pieces(str, str)


class _Reader:
    """Trees out of text that comes in blocks."""

    def __init__(self, source: str, *, keep_wrapper: bool, unescape: bool) -> None:
        self.source = source
        self.keep_wrapper = keep_wrapper
        self.pieces = _ESCAPED_PIECES if unescape else _RAW_PIECES
        self.line, self.column = 1, 1  # of the first character not yet read
        self.rest: list[str] = []  # text from the last opening bracket on: it may go on in the next block
        self.length = 0  # of that text
        self.examined = 0  # how long that text was when it was last looked at
        self.steps: list[Step] = []  # of the tree not yet complete
        self.began = (1, 1)  # line and column of its first bracket
        self.depth = 0  # open brackets in it
        self.is_after_tree = False  # whether some tree is complete

    def feed(self, block: str) -> Iterator[Tree]:
        """The trees that `block` completes."""
        end = block.rfind("(")
        if end >= 0:
            text = "".join([*self.rest, block[:end]])
            self._wait_for_more(block[end:])
            return self._read(text)
        self.rest.append(block)
        self.length += len(block)
        if self.length >= 2 * self.examined:  # not at every block: all looks together take linear time
            text = "".join(self.rest)
            whole = WHOLE.match(text)
            if whole is not None and self._is_settled(whole.group()):
                self._wait_for_more(text[whole.end() :])
                return self._read(whole.group())
            self.rest, self.examined = [text], len(text)
        return iter(())

    def finish(self) -> Iterator[Tree]:
        """The trees that the end of the text completes: nothing may be left open."""
        text = "".join(self.rest)
        self._wait_for_more("")
        yield from self._read(text)
        self.is_after_tree = False
        if self.depth:
            line, column = self.began
            name, _ = self.steps[0]
            assert isinstance(name, str), "a leaf alone is no tree that has begun"
            what = f"the tree that begins here with ({cut(name)} never ends: expected {self.depth} more ')'"
            raise BracketError(what, source=self.source, line=line, column=column)

    def _wait_for_more(self, text: str) -> None:
        """Keeps the text for when it is known what it goes on with."""
        self.rest = [text] if text else []
        self.length, self.examined = len(text), 0

    def _is_settled(self, text: str) -> bool:
        """Whether the text, in which nothing opens but at its beginning, ends a tree or is wrong, whatever follows."""
        if not text.startswith("("):
            return True
        match = matched(text[1:])
        if match is None:
            return ")" in text
        return match[2] is not None and match[3].count(")") >= self.depth

    def _read(self, text: str) -> Iterator[Tree]:
        before, *pieces = text.split("(")
        self._check_beginning(before)
        fault = after = ""
        steps: list[Step] = []
        try:
            steps.extend(map(self.pieces.__getitem__, pieces))
        except Malformed as error:
            fault, wrong = error.message, pieces[len(steps)]
            pieces[len(steps) :] = [wrong[: error.offset]]
            if matched(pieces[-1]):  # a leaf, and something after its brackets
                steps.append(self.pieces[pieces[-1]])
                after = wrong[error.offset :]
        depths = list(accumulate(map(_change, steps), initial=self.depth))[1:]  # after each step
        if depths and min(depths) < 0:
            fault, after = "a ')' without its '('; expected a tree", ""
            place = next(place for place, depth in enumerate(depths) if depth < 0)
            closing = [offset for offset, character in enumerate(pieces[place]) if character == ")"]
            pieces[place:] = [pieces[place][: closing[depths[place]]]]
            steps[place:], depths[place:] = [self.pieces[pieces[place]]], [0]
        start = 0
        for end in [place for place, depth in enumerate(depths, start=1) if not depth]:
            flat = (*self.steps, *steps[start:end])
            self.steps.clear()
            start = end
            self.is_after_tree = True
            tree = Tree.from_flat(flat if len(flat) > 1 else ((WRAPPER, 1), (flat[0][0], -1)))
            yield tree if self.keep_wrapper else unwrap(tree)
        if fault:
            self._advance("(".join([before, *pieces]))
            if depths and not depths[-1]:
                self._check_beginning(after)
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
        found = text.lstrip(SPACES)
        if found and not found.startswith("("):
            token = TOKEN.match(found)
            assert token is not None
            if token.group() == ")" and self.is_after_tree:
                what = "a ')' without its '('; expected a tree"
            else:
                what = f"{shown(token.group())} outside any tree; expected '('"
            self._fail(text[: len(text) - len(found)], what)

    def _fail(self, before: str, message: str) -> NoReturn:
        self._advance(before)
        raise BracketError(message, source=self.source, line=self.line, column=self.column)

    def _advance(self, text: str) -> None:
        lines = text.count("\n")
        self.line += lines
        self.column = len(text) - text.rfind("\n") if lines else self.column + len(text)


_change = itemgetter(1)
