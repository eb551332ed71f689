from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BadUsage
from rightmost.text.lines import blocks

WIDE = "Arthur rode through the dark wood for seven days and seven"


def cut(text: str, line_ends: str = "join") -> list[str]:
    return [text[start:end] for start, end, _ in blocks(text, line_ends=line_ends)]


@pytest.mark.parametrize(
    "text",
    [
        "Arthur is\nKing of the Britons",  # the middle of a phrase
        "Arthur rode\nthrough the wood",  # a small letter
        f"{WIDE}\nBritons",  # there was no room
        f"- {WIDE}\nBritons went with him",
        "- an item\n  that goes on",
        f"{WIDE} years:\nthe Britons went with him",
        f"{WIDE} in\n1066. He came home",
        f"{WIDE} nights\n– as they say – and came home",
        f"{WIDE} nights\n- as they say - and came home",
        "Arthur rode\r\nthrough the wood",
        "Arthur rode\nwith the following knights:",
        "Arthur asks\nif he may see the king:",
        "Arthur: I rode\nthrough the wood",
    ],
)
def test_lines_that_are_joined(text):
    assert cut(text) == [text]
    assert cut(text, "keep") == [line.strip() for line in text.splitlines()]


@pytest.mark.parametrize(
    "lines",
    [
        ["A Heading", "Arthur rode through the wood"],
        ["# Title", "and so on"],
        ["one:", "- two", "* three", "• four", "– five"],
        ["Steps", "1. one", "2) two", "(3) three", "a. four"],
        ["[ ] one", "[x] two"],
        ["| a | b |", "|---|---|", "| c | d |"],
        ["name | rank | age", "arthur | king | 30"],
        ["a\tb\tc", "d\te\tf"],
        ["From: Arthur", "To: Lancelot", "Reply-To: arthur@britons.org", "Date: today"],
        ["Sir Robin: no", "King Arthur: yes", "Patsy:", "hello"],
        ["<arthur> hi", "<patsy> hi"],
        ["[12:03] hi", "12:04 hi", "12:05:06 hi"],
        ["> one", "> two", "three"],
        ["one", "----", "two", "====", "three", "* * *", "four"],
        ["```", "x = 1", "", "y = 2", "```", "and so on"],
        ["int main() {", "return 0;", "}"],
        ["$ ls", "a.txt"],
        [">>> import rightmost", "and so on"],
        ["def king(name):", "return name.upper()", "if name == 1:", "pass", "for king in kings:", "else:", "x"],
        ["x = king(1)", "y = king(2)"],
        [f"{WIDE}.", "1. the first"],
        [f"- {WIDE}", "- Two", "- three"],
    ],
)
def test_lines_that_stay_apart(lines):
    for end in ("\n", "\r\n"):
        assert cut(end.join(lines)) == [line for line in lines if line]


def test_a_paragraph_whose_first_line_is_moved_to_the_right():
    assert cut(f"    {WIDE}\nyears. He came.\n    Then he rode on") == [f"{WIDE}\nyears. He came.", "Then he rode on"]


def test_empty_lines_and_pages():
    assert cut("one\n\n \t\ntwo\fthree\u2029four\r\rfive\r\n\r\nsix") == ["one", "two", "three", "four", "five", "six"]
    assert cut("") == cut(" \n ") == []


def test_what_is_one_sentence_whatever_is_in_it():
    text = "# One. Two.\n| a. b. | c |\n\nOne. Two.\n```\na. b.\n```"
    assert [whole for _, _, whole in blocks(text)] == [True, True, False, True, True, True]


def test_a_fence_that_nothing_closes_is_a_line():
    assert cut("``` one\ntwo\nthree") == ["``` one\ntwo\nthree"]


def test_another_choice():
    with pytest.raises(BadUsage, match="line_ends 'wrap'; allowed: join, keep"):
        blocks("one", line_ends="wrap")


@pytest.mark.parametrize(
    "base", ["-", "- ", "|", " | ", "\t", "a\t", "\n", "a\n", "``` \n", "```\n", "{", "a: ", "[", ">"]
)
def test_long_texts_take_a_steady_time(base):
    text = f"{(base * 100_000)[:100_000]}x y"
    start = time.perf_counter()
    assert blocks(text)
    assert time.perf_counter() - start < 10


@given(
    st.lists(
        st.sampled_from(["- ", "```", "> ", "\n", "\r", "\f", "| a |", "    ", "1. ", "A: "]) | st.text(max_size=4)
    ),
    st.sampled_from(["join", "keep"]),
)
def test_between_blocks_there_is_white_space_alone(pieces, line_ends):
    text = "".join(pieces)
    end = 0
    for start, last, _ in blocks(text, line_ends=line_ends):
        assert start >= end
        assert not text[end:start].strip()
        assert text[start:last] == text[start:last].strip() != ""
        if line_ends == "keep":
            assert "\n" not in text[start:last]
        end = last
    assert not text[end:].strip()
