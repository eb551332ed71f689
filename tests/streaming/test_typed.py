"""Raw characters: whenever they come, the words are those of the whole text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rightmost.streaming.typed import ended_words
from rightmost.text.words import slice_of, word_spans

pieces = st.sampled_from(["Arthur", "isn't", "Mr.", "King", "U.S.", "castle", "(Ni)", "a.m.", "$5", "end.", "—", "..."])


def typed(text):
    words, rest = [], ""
    for character in text:
        ended, rest = ended_words(rest + character)
        words += ended
    return words + ended_words(rest, over=True)[0]


@given(st.text(max_size=30) | st.lists(pieces, max_size=8).map(" ".join))
def test_no_character_is_lost(text):
    kept = "".join(character for character in text if not character.isspace())
    assert "".join("".join(word.split()) for word in typed(text)) == kept


@given(
    st.lists(st.sampled_from(["Arthur", "isn't", "King", "castle", "(Ni)", "$5", "Mr. King"]), min_size=1, max_size=8)
)
def test_words_are_those_of_the_text(parts):
    text = " ".join(parts)
    assert typed(text) == [slice_of(text, place) for place in word_spans(text)]


def test_a_word_ends_when_nothing_can_change_it():
    assert ended_words("Arthur") == ([], "Arthur")
    assert ended_words("Arthur ") == (["Arthur"], " ")
    assert ended_words("  ") == ([], "  ")
    assert ended_words("King. ") == ([], "King. ")
    assert ended_words("King.", over=True) == (["King", "."], "")
