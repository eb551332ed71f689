from __future__ import annotations

import io
import sys

import pytest

from rightmost.errors import UnreadableFile
from rightmost.files import opened_text, written_atomically


def test_standard_input_is_utf_8_whatever_the_locale(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("König".encode()), encoding="latin-1"))
    with opened_text("-") as (stream, name):
        assert (stream.read(), name) == ("König", "<stdin>")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\x7fELF\xff"), encoding="latin-1"))
    with pytest.raises(UnreadableFile, match="<stdin>: not UTF-8 text"), opened_text("-") as (stream, _):
        stream.read()


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.txt"
    with pytest.raises(KeyboardInterrupt), written_atomically(path) as stream:
        stream.write("half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    with written_atomically(path) as stream:
        stream.write("whole")
    assert path.read_text() == "whole"
