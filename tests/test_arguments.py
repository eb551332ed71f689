"""What is said of arguments that are not as they should be."""

from __future__ import annotations

import collections
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.arguments import checked, checked_path, in_order, listed, refuse, shown, strings, whole_number
from rightmost.errors import BadUsage, RightmostError


class Rude:
    """Its form cannot be had."""

    def __repr__(self) -> str:
        raise KeyError("no")


def test_a_value_is_shown_short_and_on_one_line() -> None:
    assert shown("x" * 10_000).count("x") < 40
    assert "\n" not in shown(np.zeros((5, 5)))
    assert shown(10**5000) == "a number too long to be shown, of type int"
    assert shown(Rude()).endswith("of type Rude")


@given(st.integers() | st.floats() | st.text() | st.none(), st.integers(-5, 5), st.none() | st.integers(5, 9))
def test_whole_numbers_in_a_range(value: object, least: int, most: int | None) -> None:
    is_one = isinstance(value, int) and value >= least and (most is None or value <= most)
    if is_one:
        assert whole_number(value, "k", least=least, most=most) == value
        assert whole_number(collections.Counter(a=value)["a"], "k", least=least, most=most) == value
    else:
        with pytest.raises(BadUsage, match=r"^k is .*; allowed: a whole number, -?\d"):
            whole_number(value, "k", least=least, most=most)


def test_numpys_numbers() -> None:
    number = whole_number(np.int64(3), "beam", least=1)
    assert (number, type(number)) == (3, int)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, "None, of type NoneType, where a list of words was expected"),
        ("Arthur", "'Arthur', of type str, where a list of words was expected"),
        (b"Arthur", "b'Arthur', of type bytes, where a list of words was expected"),
        ({"Arthur"}, "{'Arthur'}, of type set, where a list of words was expected; a set has no order, so give a list"),
        (
            frozenset("a"),
            "frozenset({'a'}), of type frozenset, where a list of words was expected; a frozenset has no "
            "order, so give a list",
        ),
    ],
)
def test_what_is_no_list(values: object, message: str) -> None:
    for read in (listed, in_order):
        with pytest.raises(RightmostError) as raised:
            read(values, "a list of words")
        assert str(raised.value) == message


def test_whatever_can_be_gone_through_in_order_is_a_list() -> None:
    assert (
        listed(iter("ab"), "letters")
        == listed(dict.fromkeys("aba"), "letters")
        == listed(("a", "b"), "letters")
        == listed(np.array(["a", "b"]), "")
        == ["a", "b"]
    )
    endless = iter(int, 1)
    assert in_order(endless, "numbers") is endless


def test_strings() -> None:
    assert strings(("a", ""), "word", expected="a list of words") == ["a", ""]
    with pytest.raises(RightmostError, match=r"^word 2 is 3, of type int; allowed: a str$"):
        strings(["a", 3], "word", expected="a list of words")


@pytest.mark.parametrize("path", ["a\0b", "\ud800", 3, None, b"a"])
def test_what_is_no_path(path: object) -> None:
    with pytest.raises(RightmostError, match=r"no file can have this name; give another|where a path was expected"):
        checked_path(path, "a path")


def test_paths(tmp_path: Path) -> None:
    for path in (tmp_path, "", "-", "\udc80"):
        checked_path(path, "a path")


def test_a_kind() -> None:
    assert checked(3, int, "a number") == 3
    with pytest.raises(RightmostError, match=r"^'3', of type str, where a number was expected$"):
        checked("3", int, "a number")
    with pytest.raises(RightmostError, match=r"^3, of type int, where a name was expected$"):
        refuse(3, "a name")
