"""Gold and predicted trees from two files, matched line by line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rightmost.errors import BracketError, MismatchedTrees, RightmostError
from rightmost.files import named_text, opened_text
from rightmost.trees.brackets import read_aligned, read_trees
from rightmost.trees.tree import Tree

_INDENTED = re.compile(r"^[ \t]+\(", re.MULTILINE)


class Pair(NamedTuple):
    """As many gold trees as predicted ones; None for a line without words."""

    gold: tuple[Tree | None, ...]
    predicted: tuple[Tree | None, ...]


class _File(NamedTuple):
    name: str
    trees: tuple[Tree | None, ...]
    not_aligned: BracketError | None  # why it was not read line by line


def read_pair(gold: str | Path, predicted: str | Path, *, unescape: bool = True) -> Pair:
    """The trees of two files with one tree a line, or with each tree over several lines; wrapper roots are kept.

    Empty lines at the end of the longer file are left out.
    """
    one, other = _read(gold, unescape=unescape), _read(predicted, unescape=unescape)
    _check_gold(one)
    if not other.trees:
        raise RightmostError(f"{other.name}: no trees in the predicted file; expected one for each of the gold file's")
    shorter = min(len(one.trees), len(other.trees))
    if any(tree is not None for tree in one.trees[shorter:] + other.trees[shorter:]):
        counts = f"trees: {len(one.trees)} in {one.name}, {len(other.trees)} in {other.name}"
        raise MismatchedTrees(f"{counts}; expected as many, one a line{_why_not_aligned(one)}{_why_not_aligned(other)}")
    return Pair(one.trees[:shorter], other.trees[:shorter])


def read_gold(gold: str | Path, *, unescape: bool = True) -> tuple[Tree | None, ...]:
    """The gold trees alone, as in a pair."""
    one = _read(gold, unescape=unescape)
    _check_gold(one)
    return one.trees


def _check_gold(file: _File) -> None:
    if all(tree is None for tree in file.trees):
        raise RightmostError(
            f"{file.name}: no trees in the gold file; expected one a line, as (S (NP (NNP Arthur)) ...)"
        )


def _read(source: str | Path, *, unescape: bool) -> _File:
    with opened_text(source) as (stream, name):
        text = stream.read()
    try:
        return _File(name, tuple(read_aligned(named_text(text, name), keep_wrapper=True, unescape=unescape)), None)
    except BracketError as error:
        not_aligned = error
    try:
        return _File(name, tuple(read_trees(named_text(text, name), keep_wrapper=True, unescape=unescape)), not_aligned)
    except BracketError as error:
        # Trees over several lines have these indented. Elsewhere it is the first bad line that is to be mended.
        raise (error if _INDENTED.search(text) else not_aligned) from None


def _why_not_aligned(file: _File) -> str:
    return f" (over several lines: {file.not_aligned})" if file.not_aligned else ""
