"""Brackets on the command line."""

from __future__ import annotations

import pytest

from rightmost.cli.brackets_option import brackets_from
from rightmost.errors import BadUsage


def test_labels_may_be_left_out_or_odd() -> None:
    assert brackets_from(["0:2", "10:20:A:B\n"], "--forbid") == [(0, 2, None), (10, 20, "A:B\n")]


@pytest.mark.parametrize("text", ["", "0", "0-2", "0:2:", ":2", "-1:2", "a:b", "٣:٤", "1" * 5000 + ":2", "0:2 "])
def test_what_is_no_bracket(text: str) -> None:
    with pytest.raises(BadUsage, match=r"^--require '.{0,40}' is no bracket; give LEFT:RIGHT or LEFT:RIGHT:LABEL, as"):
        brackets_from([text], "--require")
