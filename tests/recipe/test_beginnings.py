"""recipe/en/beginnings.py, which makes beginnings of text."""

from __future__ import annotations

import json
import random
import sys

import pytest

from rightmost.outcome import run
from strategies import ARTHUR
from tool import tool

beginnings = tool("beginnings")
LONG = "(S " + " ".join(f"(NN word{number})" for number in range(9)) + ")"


@pytest.fixture
def told(monkeypatch, tmp_path, capsys):
    """Runs the script in an empty folder, and gives what it wrote."""
    monkeypatch.chdir(tmp_path)

    def tell(*arguments: str) -> list[list[str]]:
        monkeypatch.setattr(sys, "argv", ["beginnings", *arguments, "--output", "out"])
        run(beginnings.main)
        assert capsys.readouterr().out == "out: 300 beginnings\n"
        return [json.loads(line) for line in (tmp_path / "out").read_text(encoding="utf-8").splitlines()]

    return tell


def test_first_words_and_headings_by_their_shares(told, tmp_path):
    (tmp_path / "trees").write_text(f"{LONG}\n{ARTHUR}\n")  # Arthur's six words are too few to be begun
    arguments = ("--count", "300", "--headings", "0.25", "--trees", "trees", "--share", "0.75")
    pairs = told(*arguments)
    words = [begin for heading, begin in pairs if not heading]
    assert 190 < len(words) < 260
    assert {" ".join(f"word{number}" for number in range(len(begin.split()))) for begin in words} == set(words)
    assert all(2 <= len(begin.split()) <= 6 for begin in words)
    assert all("{" not in heading for heading, _ in pairs)
    assert told(*arguments) == pairs
    assert told(*arguments, "--seed", "2") != pairs


def test_each_genre_has_its_turn():
    under = beginnings.beginnings([], [1.0], count=400, seed=1)
    headings = " ".join(heading for heading, _ in under)
    for said in ("Customer review: ", "Forum post about", "THE LAW", "A: ", "CHAPTER", "WASHINGTON"):
        assert said in headings


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trees", "short"), "1 of --trees and 0 of --share: each file needs its share"),
        (("--headings", "nan"), "shares must be from 0 to 1"),
        (("--count", "0"), "--count 0: at least 1 is needed"),
        (("--headings", "0"), "shares must be from 0 to 1, and not all of them 0"),
        (("--trees", "short", "--share", "-1"), "shares must be from 0 to 1"),
        (("--trees", "short", "--share", "1"), "short: no sentence of more than 6 words"),
    ],
)
def test_what_is_refused(monkeypatch, tmp_path, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short").write_text(f"{ARTHUR}\n")
    monkeypatch.setattr(sys, "argv", ["beginnings", "--count", "3", *arguments, "--output", "out"])
    with pytest.raises(SystemExit) as stopped:
        run(beginnings.main)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("He is n't -LRB- yet -RRB- king", "He isn't (yet) king"),
        ("`` It 's $ 5 , '' he said", "“It's $5,” he said"),
        ("We ’ve 10 % .", "We’ve 10%."),
    ],
)
def test_words_as_a_text_has_them(words, text):
    assert beginnings.as_written(words.split()) == text


def test_first_words_are_drawn_anew_for_each_sentence(tmp_path):
    (tmp_path / "trees").write_text(f"{LONG}\n" * 60)
    assert len(set(beginnings._first_words(tmp_path / "trees", random.Random(1)))) == 5
