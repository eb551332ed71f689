from __future__ import annotations

import pytest

from rightmost.text.abbreviations import ENGLISH, FRENCH, NONE
from rightmost.text.sentences import sentence_spans


@pytest.mark.parametrize("word", ["Mr", "MR", "mr", "etc", "Inc", "INC", "e.g", "E.g", "Jan"])
def test_english_ones(word):
    assert ENGLISH.knows(word)


@pytest.mark.parametrize(
    "word",
    ["car", "book", "bed", "code", "works", "park", "century", "tax", "hand", "sat", "sun", "ill", "mass", "miss",
     "wed", "no", "CA", "PI", "AM", "OK", "cap", "jan", "mar"],
)  # fmt: skip
def test_ordinary_words_and_acronyms_are_none(word):
    assert not ENGLISH.knows(word)


@pytest.mark.parametrize("known", [ENGLISH, FRENCH])
def test_each_word_is_of_one_kind_and_has_no_last_full_stop(known):
    kinds = [known.going_on, known.ending, known.closing]
    assert sum(map(len, kinds)) == len(frozenset().union(*kinds))
    words = frozenset().union(*kinds, known.numbered)
    assert not [word for word in words if word.endswith(".") or word != word.strip()]
    assert all(word == word.lower() for word in known.beginners | known.labelled | known.after_closing)


def test_where_none_are_known_each_full_stop_ends_a_sentence_but_for_initials():
    text = "Prof. Smith met J. Jones."
    assert [text[start:end] for start, end in sentence_spans(text, abbreviations=NONE)] == [
        "Prof.",
        "Smith met J. Jones.",
    ]
