"""Other trees in the layout of a file of gold trees: its white space and line breaks are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from rightmost.errors import MismatchedTrees
from rightmost.exchange.penn import penn
from rightmost.files import named_text, opened_text
from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import WRAPPERS
from rightmost.trees.tree import Tree

_TOKEN = re.compile(r"[()]|[^ \t\n\r\f\v()]+")
_BRACKET = re.compile(r"[()]")


def in_layout_of(gold: str | Path | TextIO, trees: Iterable[Tree]) -> str:
    """The text of the gold file with these trees in the place of its own, one for each.

    A tree that is the gold one keeps its text as it is. One with the same brackets gets other labels and words in the
    same places. Any other is laid out as `penn` does. What is between trees stays.

    >>> from io import StringIO
    >>> gold = StringIO("(TOP (NP  (DT the)\\n     (NN king)))")
    >>> print(in_layout_of(gold, [Tree.from_string("(NX (DT the) (NN queen))")]))
    (TOP (NX  (DT the)
         (NN queen)))
    """
    with opened_text(gold) as (stream, name):
        text = stream.read()
    read = list(read_trees(named_text(text, name), keep_wrapper=True))
    given = list(trees)
    if len(given) != len(read):
        raise MismatchedTrees(f"{name}: {len(given)} trees for the {len(read)} of the file; expected as many")
    parts: list[str] = []
    end = 0
    for (start, stop), old, new in zip(_places(text), read, given):
        parts += text[end:start], _relaid(text[start:stop], old, new)
        end = stop
    return "".join([*parts, text[end:]])


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where each tree begins and ends; the text is known to hold whole trees."""
    depth = start = 0
    for match in _BRACKET.finditer(text):
        if match.group() == "(":
            start = start if depth else match.start()
            depth += 1
        else:
            depth -= 1
            if not depth:
                yield start, match.end()


def _relaid(text: str, old: Tree, new: Tree) -> str:
    if old.label in WRAPPERS:
        new = Tree(old.label, new.children if new.label in WRAPPERS else [new])
    if new == old:
        return text
    before, after = _TOKEN.findall(str(old)), _TOKEN.findall(str(new))
    if not _shape(text) == _shape(str(old)) == _shape(str(new)):
        return penn(new)
    changes = iter(zip(before, after))

    def changed(match: re.Match[str]) -> str:
        was, becomes = next(changes)
        return match.group() if was == becomes else becomes

    return _TOKEN.sub(changed, text)


def _shape(text: str) -> list[str]:
    """The brackets, and a dot for each name or word."""
    return [token if token in "()" else "." for token in _TOKEN.findall(text)]
