"""What a stream of output can show: its width, its colours, its characters."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TextIO

from rightmost.drawing.pen import Pen
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Terminal:
    """Where text and drawings go. Files have no width, no colours and every character."""

    width: int | None
    colour: bool
    ascii: bool
    encoding: str | None  # of a terminal, which may lack characters

    @classmethod
    def of(cls, stream: TextIO, *, to_terminal: bool) -> Terminal:
        """What the stream can show; NO_COLOR (https://no-color.org) turns colours off."""
        encoding = stream.encoding or "utf-8"
        return cls(
            width=shutil.get_terminal_size().columns if to_terminal else None,
            colour=to_terminal and not os.environ.get("NO_COLOR"),
            ascii=not _has("└", encoding),
            encoding=encoding if to_terminal else None,
        )

    @property
    def pen(self) -> Pen:
        return Pen(ascii=self.ascii, colour=self.colour)

    def drawn(self, tree: Tree) -> str:
        """The tree, as there is room and characters for it."""
        return tree.draw(width=self.width, ascii=self.ascii, colour=self.colour)

    def printable(self, text: str) -> str:
        """The text, a character that the terminal does not have written as its number."""
        if self.encoding is None:
            return text
        return text.encode(self.encoding, "xmlcharrefreplace").decode(self.encoding)


def _has(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
