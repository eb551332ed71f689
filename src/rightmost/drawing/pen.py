"""The pen of a text drawing: which characters its lines are made of, and its colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pen:
    """Paints each kind of text, and draws lines, with colours or without."""

    ascii: bool = False
    colour: bool = False

    def label(self, text: str) -> str:
        return self._painted(text, "1;36")

    def tag(self, text: str) -> str:
        return self._painted(text, "32")

    def word(self, text: str) -> str:
        return self._painted(text, "1")

    def found(self, text: str) -> str:
        """What was searched for, as grep paints it."""
        return self._painted(text, "1;31")

    def line(self, text: str) -> str:
        """The line, given in box-drawing characters."""
        return self._painted(text.translate(_ASCII) if self.ascii else text, "2")

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and not text.isspace() else text


_ASCII = str.maketrans("│─┌┬┐┴┼├└", "|-++++++`")
