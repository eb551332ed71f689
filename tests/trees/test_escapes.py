"""Words and names in bracketed text, and what they are read back as."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.escapes import ESCAPES, escape, escaped_name, exact, exact_name, unescaped, unescaped_name

BROKEN = [
    "-LRB-",
    "(",
    ")",
    "-",
    "-LRB",
    "RRB-",
    "[",
    "-LSB-",
    "-EMPTY-",
    "-U+20-",
    "-U+2D-",
    "U+2D-",
    " ",
    "\u00a0",
    "EMPTY",
    "\\",
    "-U+5C-",
]
words = st.text(max_size=6) | st.lists(st.sampled_from(BROKEN), max_size=5).map("".join)


@given(words)
def test_exactly_any_word_and_name_is_read_back(word: str) -> None:
    assert unescaped(exact(word)) == word
    assert unescaped_name(exact_name(word)) == word or not word
    assert not exact(word).endswith("\\")
    assert not escape(word).endswith("\\")
    assert not set("()") & set(exact(word) + exact_name(word))
    assert not any(character.isspace() for character in exact(word) + exact_name(word) + escape(word))


@given(st.text())
def test_what_looks_escaped_alone_is_read_as_something_else(word: str) -> None:
    if "-" not in word:
        assert unescaped(escape(word)) == word
        assert exact(word) == escape(word)
        assert unescaped_name(escaped_name(word)) == word or set("()") & set(word) or not word


def test_all_white_space_is_escaped() -> None:
    spaces = {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}
    assert set(ESCAPES) == spaces | set("()[]{}")
    for character, written in ESCAPES.items():
        assert escape(character) == written
        assert unescaped(written) == character


@pytest.mark.parametrize("name", ["-LRB-", "-RRB-", "[", "-LSB-", "PRP$", "``", "NP-SBJ", "S+VP", "-NONE-"])
def test_names_of_treebanks_stay_as_they_are(name: str) -> None:
    assert escaped_name(name) == exact_name(name) == unescaped_name(name) == name
