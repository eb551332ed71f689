"""The hard cases of hard_cases.txt, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightmost.text.sentences import sentence_spans

LINES = Path(__file__).with_name("hard_cases.txt").read_text(encoding="utf-8").splitlines()
CASES = [line for line in LINES if line and not line.startswith("%%")]


def test_there_are_enough():
    assert len(set(CASES)) == len(CASES) >= 150


@pytest.mark.parametrize("case", CASES)
def test_sentences(case):
    expected = [piece.strip() for piece in case.replace("⏎", "\n").split("¦")]
    text = case.replace("¦", "").replace("⏎", "\n")
    assert [text[start:end] for start, end in sentence_spans(text)] == expected
