from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from rightmost.reason import MOST_SHOWN, one_line


class _Numbers(BaseModel):
    width: int


def test_one_line_of_an_error():
    assert one_line(ValueError("  one\ntwo")) == "one"
    assert one_line(ValueError("width:\n  too wide\n")) == "width: too wide"
    assert one_line(ValueError()) == "ValueError"
    assert one_line(KeyError("width")) == "it has no 'width'"
    assert one_line(ValueError("\x1b[2J")) == "?[2J"
    assert one_line(ValueError("x" * 9999)) == "x" * MOST_SHOWN + "..."
    with pytest.raises(ValidationError) as raised:
        _Numbers(width="wide")
    assert one_line(raised.value).startswith("width: Input should be a valid integer")


@given(st.text())
def test_any_error_is_one_line(text):
    assert one_line(ValueError(text)).isprintable()
