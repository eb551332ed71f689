from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.bounded_json import MOST_DEEP, parsed_json

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**90), 10**90) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values)
@settings(deadline=None)
def test_what_json_says(value):
    text = json.dumps(value)
    assert parsed_json(text) == parsed_json(text.encode()) == parsed_json(bytearray(text.encode())) == json.loads(text)


@given(st.binary())
def test_any_bytes(content):
    with contextlib.suppress(ValueError):
        parsed_json(content)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 101 + "]" * 101])
def test_too_deep(text):
    with pytest.raises(ValueError, match=r"^(more than 100 brackets deep|not JSON: .*)$"):
        parsed_json(text)


def test_just_deep_enough():
    text = "[" * MOST_DEEP + "]" * MOST_DEEP
    assert json.dumps(parsed_json(text)) == text


@pytest.mark.parametrize("digits", ["9" * 101, "-" + "9" * 101, "9" * 5000])
def test_too_many_digits(digits):
    with pytest.raises(ValueError, match=r"^a whole number of \d+ digits; 100 are the most$"):
        parsed_json(digits)


def test_not_text():
    with pytest.raises(ValueError, match=r"^not UTF-8 text$"):
        parsed_json(b"\xff")


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\uDC00": 1}', '[["\\ud83d\\ud83d"]]'])
def test_half_of_a_pair(text):
    with pytest.raises(ValueError, match=r"^a text in it is not Unicode$"):
        parsed_json(text)


def test_a_whole_pair():
    assert parsed_json('"\\ud83d\\ude00"') == "😀"
