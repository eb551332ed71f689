from __future__ import annotations

import io
import sys

import pytest

from rightmost.cli.running_text import LineEndsChoice, looks_running, running_text
from rightmost.errors import EmptySentence, UnreadableFile
from rightmost.text.lines import check_line_ends


def test_each_choice_is_one():
    for choice in LineEndsChoice:
        check_line_ends(choice.value)


def test_a_text_or_a_file_or_standard_input(tmp_path, monkeypatch):
    path = tmp_path / "text.txt"
    path.write_text("Arthur is\nKing.\n", encoding="utf-8")
    assert running_text(str(path), is_file=True) == "Arthur is\nKing.\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("Go."))
    assert running_text("-", is_file=True) == "Go."
    assert running_text("-", is_file=False) == "-"
    path.write_text("")
    assert running_text(str(path), is_file=True) == ""


def test_a_text_must_hold_something():
    with pytest.raises(EmptySentence, match="the text is empty: there is nothing to parse"):
        running_text(" \n", is_file=False)
    with pytest.raises(UnreadableFile, match="TEXT: not UTF-8 text"):
        running_text("a\udcff", is_file=False)


def test_lines_that_sentences_go_on_from(tmp_path):
    path = tmp_path / "text.txt"
    line = "arthur rode through the dark wood for seven days and seven"

    def looks(*lines: str) -> bool:
        path.write_text("\n".join(lines), encoding="utf-8")
        return looks_running(str(path))

    assert looks(line, line, "nights.")
    assert looks("A title", "", line, line, "nights.", "", line, line, "nights.")
    assert not looks(line, "nights."), "one may be chance"
    assert not looks(f"{line}.", f"{line}.", f"{line}.")
    assert not looks("arthur rode", "for seven days", "and seven nights")
    assert not looks(line.capitalize(), line.capitalize(), line.capitalize())
    assert not looks(line, line, line, *["so it is", "is it"] * 20)
    path.write_bytes(b"\xff" * 200)
    assert not looks_running(str(path))
    assert not looks_running(str(tmp_path / "missing"))
