from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.text.sentences import sentence_spans


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["Mr. Smith of the U.S. Army went home.", "He slept."],
        ["He lives in the U.S.", "He works, e.g. as a cook."],
        ['"Go," he said.', '"Now!"', "She left."],
        ['She asked "Why?" and left.', "“Yes.”", "He ran…"],
        ["Dr. J. R. R. Tolkien wrote it at 5 p.m. on Jan. 5.", "It cost $3.50."],
        ["He left.[1]", "Then he came."],
        ["1. First item.", "2. Second item."],
        ["Wait. ...", "Then go."],
        ["Arthur is King! (!)", "He rides."],  # no letters: with what is before
        ["no end"],
    ],
)
def test_sentences_end_where_they_should(expected):
    assert cut(" ".join(expected)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A heading\n\nThe text goes on\nover lines. Next.", ["A heading", "The text goes on\nover lines.", "Next."]),
        ("A heading\r\n \r\nText", ["A heading", "Text"]),
        ("one\ftwo\u2029three", ["one", "two", "three"]),
        ("To do:\n- bullet one\n- bullet two", ["To do:", "- bullet one", "- bullet two"]),
        ("  \n\n ", []),
        ("", []),
        ("...", ["..."]),
    ],
)
def test_lines_and_paragraphs(text, expected):
    assert cut(text) == expected


pieces = st.sampled_from([". ", "? ", '" ', "Mr. ", "U.S. ", "\n", "\n\n", "\n- ", "...", "[1] ", "1. ", "\u200b"])


@settings(deadline=None, max_examples=300)
@given(st.lists(pieces | st.text(max_size=4), max_size=20).map("".join))
def test_between_sentences_there_is_white_space_alone(text):
    end = 0
    for place in sentence_spans(text):
        assert not text[end : place.start].strip()
        assert place.start >= end
        sentence = text[place.start : place.end]
        assert sentence
        assert sentence == sentence.strip()
        end = place.end
    assert not text[end:].strip()


@pytest.mark.parametrize("base", ["a.", ". ", "U.", '."', "Mr. ", "? ", "...", "a\n", "- ", "😀", "(", ":-) "])
def test_a_long_text_of_one_piece_over_and_over(base):
    text = (base * 100_000)[:100_000]
    assert "".join(text[begin:end] for begin, end in sentence_spans(text)).split() == text.split()
