"""Raw text whose sentences are parsed as they are needed, by a model that is loaded once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from rightmost.cli.loading import parser_of_text
from rightmost.errors import EmptySentence
from rightmost.files import opened_text
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Tree

if TYPE_CHECKING:
    from rightmost.parser import Parser

LONGEST = 1 << 20  # characters of one paragraph


class RawText:
    """Makes trees of texts, with a model by its name or folder. That there is one is checked at once."""

    def __init__(self, model: str, *, device: str, dtype: str) -> None:
        from rightmost.modelfile.shipped import model_folder

        self.folder = model_folder(model)  # looked up first: the rest takes a second
        self._device, self._dtype = device, dtype

    @cached_property
    def parser(self) -> Parser:
        return parser_of_text(self.folder, device=self._device, dtype=self._dtype)

    def trees(self, file: str) -> Iterator[Tree]:
        """The trees of the sentences of a text, under TOP as in files that `rightmost parse` writes."""
        empty = True
        with opened_text(file) as (stream, name):
            for tree in self.parser.parse_many(sentences(stream, self.parser)):
                empty = False
                yield with_wrapper(tree)
        if empty:
            raise EmptySentence(f"{name}: no words in it; expected a text")


def sentences(stream: TextIO, parser: Parser) -> Iterator[list[str]]:
    """The words of each sentence of a text, which is read a paragraph at a time."""
    for paragraph in paragraphs(stream):
        for _, words in parser.cut(paragraph):
            yield [word.text for word in words]


def paragraphs(stream: TextIO) -> Iterator[str]:
    lines: list[str] = []
    size = 0
    for line in stream:
        if line.strip():
            lines.append(line)
            size += len(line)
        if lines and (size > LONGEST or not line.strip()):
            yield "".join(lines)
            lines, size = [], 0
    if lines:
        yield "".join(lines)
