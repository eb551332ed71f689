"""Widths in a terminal, and text made safe to stand there."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.drawing.cells import cells, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("King", 4),
        ("国王", 4),
        ("ＡＢ", 4),  # full width
        ("ｱｲ", 2),  # half width
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),  # the same syllable's parts
        ("e\u0301te\u0301", 3),
        ("שָׁלוֹם", 4),
        ("👑", 2),
        ("👍🏽", 2),
        ("👩\u200d👩\u200d👧", 2),
        ("❤\ufe0f", 2),
        ("❤\ufe0f\u200d🔥", 2),
        ("🏳\ufe0f\u200d🌈", 2),
        ("🇬🇧", 2),
        ("1\ufe0f\u20e3", 2),
        ("क्\u200dष", 2),  # the joiner shapes letters; both are there
        ("zero\u200bwidth", 9),
        ("co\u00adop", 5),
        ("…—│", 3),
    ],
)
def test_cells(text: str, expected: int) -> None:
    assert cells(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Arthur", "Arthur"),
        ("New York", "New York"),
        (" ", "␣"),
        ("\u3000the ", "␣the␣"),
        ("", "∅"),
        ("a\nb\rc\td", "a␊b␍c␉d"),
        ("\x1b[31mred", "␛[31mred"),
        ("\x7f\x9b", "␡\ufffd"),
        ("\u202eabc\u2069", "\ufffdabc\ufffd"),
        ("\u2028", "\ufffd"),
        ("\ud800", "\ufffd"),
        ("\uffff", "\ufffd"),
        ("\u0301a", "◌\u0301a"),
        ("\u200d", "◌\u200d"),
        ("亚瑟", "亚瑟"),
    ],
)
def test_shown(text: str, expected: str) -> None:
    assert shown(text) == expected


@given(st.text(st.characters(codec=None)))
def test_what_is_shown_is_visible_safe_and_stays_so(text: str) -> None:
    result = shown(text)
    assert cells(result) > 0
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]", result)
    assert shown(result) == result
