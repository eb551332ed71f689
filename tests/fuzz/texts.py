"""Texts that are nearly right: a right one with some of it cut, doubled or replaced."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

ODD = [
    "\x00",
    "\x1b[2J",
    "\u200b",
    "\u202e",
    "😀",
    "👩‍👩‍👧",
    "\ufeff",
    "e\u0301",
    "\u00a0",
    "\u2028",
    "\x85",
    "\r",
    "\t",
    "שלום",
]


def of_pieces(pieces: Sequence[str], *, most: int = 25) -> st.SearchStrategy[str]:
    """The pieces, odd characters and anything else in any order."""
    piece = st.sampled_from(pieces) | st.sampled_from(ODD) | st.text(max_size=4)
    return st.lists(piece, max_size=most).map("".join)


@st.composite
def damaged(draw: st.DrawFn, text: str, pieces: Sequence[str]) -> str:
    """The text, changed in a few places."""
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + draw(of_pieces(pieces, most=3)) + text[end:]
    return text
