"""Raw text that is parsed; tests/cli/test_search_command.py has what a command makes of it."""

from __future__ import annotations

import io

import pytest
import torch

from model.networks import network
from rightmost.cli import raw_text
from rightmost.errors import RightmostError
from rightmost.parser import Parser


def test_a_long_text_is_read_in_parts(monkeypatch):
    monkeypatch.setattr(raw_text, "LONGEST", 20)
    lines = [f"A king rides {number}.\n" for number in range(5)]
    assert list(raw_text.paragraphs(io.StringIO("".join(lines)))) == ["".join(lines[:2]), "".join(lines[2:4]), lines[4]]
    parser = Parser(network(), device=torch.device("cpu"), dtype="float32")
    sentences = list(raw_text.sentences(io.StringIO("".join(lines)), parser))
    assert sentences == [["A", "king", "rides", str(number), "."] for number in range(5)]


def test_a_model_that_there_is_not_is_noticed_at_once():
    with pytest.raises(RightmostError, match="nowhere"):
        raw_text.RawText("nowhere", device="cpu", dtype="auto")
