"""Sentences of CoNLL-U files (https://universaldependencies.org/format.html), with stanza's trees where they have some.

Stanza writes a sentence's tree as a comment: `# constituency = (ROOT (S ...))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from rightmost.errors import BracketError, RightmostError
from rightmost.exchange.given import GivenSentence, given_sentence
from rightmost.files import opened_text
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.tree import Tree

COLUMNS = 10
_TREE = re.compile(r"#\s*constituency\s*=\s*(.*)")
_NUMBER = re.compile(r"(\d+)(?:[-.]\d+)?")  # a word; 2-3 is one token in several words, 2.1 a word that is not there
_PLACE = re.compile(r"(?:^|\|)start_char=(\d+)\|end_char=(\d+)(?:\||$)")


def read_conllu(source: str | Path | TextIO) -> Iterator[GivenSentence]:
    """The sentences of a file: its words (not tokens of several words), XPOS as tags, and trees if they are there."""
    with opened_text(source) as (stream, name):
        lines: list[tuple[int, str]] = []
        for number, line in enumerate(stream, start=1):
            if line.strip():
                lines.append((number, line.rstrip("\r\n")))
            elif lines:
                yield _sentence(lines, name)
                lines = []
        if lines:
            yield _sentence(lines, name)


def _sentence(lines: list[tuple[int, str]], name: str) -> GivenSentence:
    words: list[str] = []
    tags: list[str | None] = []
    places: list[tuple[int, int] | None] = []
    tree = None
    for number, line in lines:
        if line.startswith("#"):
            tree = _tree(line, f"{name}:{number}") or tree
            continue
        columns = line.split("\t")
        match = _NUMBER.fullmatch(columns[0])
        if match is None or len(columns) != COLUMNS:
            what = f"{len(columns)} columns" if match else f"{columns[0][:30]!r} for the number of a word"
            raise RightmostError(f"{name}:{number}: {what}; expected {COLUMNS} columns between tabs")
        if match[1] != columns[0]:
            continue
        if int(columns[0]) != len(words) + 1:
            raise RightmostError(f"{name}:{number}: word {columns[0]} where word {len(words) + 1} was expected")
        words.append(columns[1])
        tags.append(None if columns[4] == "_" else columns[4])
        place = _PLACE.search(columns[9])
        places.append((int(place[1]), int(place[2])) if place else None)
    if not words:
        raise RightmostError(f"{name}:{lines[0][0]}: a sentence without words")
    return given_sentence(words, tags, places, tree, where=f"{name}:{lines[0][0]}")


def _tree(comment: str, where: str) -> Tree | None:
    match = _TREE.fullmatch(comment)
    if match is None:
        return None
    try:
        return parse_brackets(match[1])
    except BracketError as error:
        raise RightmostError(f"{where}: {str(error).removeprefix('<string>:')}") from None
