"""The pen: its colours, and lines in ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.drawing.pen import Pen

LINES = "│─┌┬┐┴┼├└ "


def painted(pen: Pen, text: str) -> list[str]:
    return [pen.label(text), pen.tag(text), pen.word(text), pen.line(text)]


def test_each_kind_of_text_has_its_own_colour() -> None:
    colours = ["\x1b[1;36m", "\x1b[32m", "\x1b[1m", "\x1b[2m"]
    assert painted(Pen(colour=True), "King") == [f"{colour}King\x1b[0m" for colour in colours]


@given(st.text())
def test_without_colour_text_is_left_as_it_is(text: str) -> None:
    assert painted(Pen(), text) == [text] * 4


def test_space_is_not_painted() -> None:
    assert painted(Pen(colour=True), "   ") == ["   "] * 4


@pytest.mark.parametrize(
    ("line", "expected"), [("┌──┬┴───┼──┐", "+--++---+--+"), ("│  ├─ ", "|  +- "), ("+3    └─ ", "+3    `- ")]
)
def test_lines_in_ascii(line: str, expected: str) -> None:
    assert Pen(ascii=True).line(line) == expected
    assert Pen(ascii=True, colour=True).line(line) == f"\x1b[2m{expected}\x1b[0m"


@given(st.text(LINES))
def test_every_line_has_an_ascii_form_of_its_own_length(line: str) -> None:
    plain = Pen(ascii=True).line(line)
    assert plain.isascii()
    assert len(plain) == len(line)


def test_only_lines_are_turned_into_ascii() -> None:
    pen = Pen(ascii=True)
    assert [pen.label("├"), pen.tag("│"), pen.word("亚瑟")] == ["├", "│", "亚瑟"]


def test_what_was_found_is_painted_as_grep_does() -> None:
    assert Pen(colour=True).found("king") == "\x1b[1;31mking\x1b[0m"
    assert Pen().found("king") == "king"
