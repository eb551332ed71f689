from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.text.plain import spaced_sentences, spaced_words, unicode_sentences, unicode_words

texts = st.lists(
    st.sampled_from(["国", "ー", "e\u0301", "😀", "-", "'", ". ", '"', "क्षि", " ", "\n"]) | st.text(max_size=3)
)


def cut(rule, text: str) -> list[str]:
    return [text[start:end] for start, end in rule(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Артур — король.", "Артур — король ."),
        ("他是国王。她来了！", "他 是 国 王 。 她 来 了 ！"),
        ("아서는 왕이다.", "아서는 왕이다 ."),
        ("राजा क्षितिज आया।", "राजा क्षितिज आया ।"),
        ("שלום עולם!", "שלום עולם !"),
        ("L'été: 3,5% (c'est-à-dire)...", "L'été : 3,5 % ( c'est-à-dire ) ..."),
        ("@arthur 😀 http://a.b/c", "@arthur 😀 http://a.b/c"),
        ("", ""),
    ],
)
def test_words_of_any_language(text, expected):
    assert cut(unicode_words, text) == expected.split()


def test_sentences_of_any_language():
    assert cut(unicode_sentences, "Артур — король. Кто он? 国王来了。他走了！") == [
        "Артур — король.", "Кто он?", "国王来了。", "他走了！"
    ]  # fmt: skip
    assert cut(unicode_sentences, "А. С. Пушкин, т. е. поэт.") == ["А. С. Пушкин, т. е. поэт."]


def test_words_between_white_space():
    assert cut(spaced_words, " Arthur is\u3000King's .\n") == ["Arthur", "is", "King's", "."]


@pytest.mark.parametrize(
    "expected",
    [
        ["Arthur is King .", "Is he ?", "Yes"],
        ['" He is . "', "Go !"],
        ["`` Go . ''", '" He', ],
        ["He lives in the U.S. now .", "He left ( so . )", "and"],
    ],
)  # fmt: skip
def test_sentences_end_with_a_mark_that_is_a_word(expected):
    assert cut(spaced_sentences, " ".join(expected)) == expected


def test_line_ends():
    assert cut(spaced_sentences, "Arthur is\nKing of Britain") == ["Arthur is\nKing of Britain"]
    assert cut(lambda text: spaced_sentences(text, line_ends="keep"), "Arthur is\nKing") == ["Arthur is", "King"]
    assert cut(spaced_sentences, "# One . Two .\nthree") == ["# One . Two .", "three"]


@given(texts.map("".join))
def test_every_character_but_white_space_is_in_one_word_and_sentence(text):
    for rule in (unicode_words, spaced_words, unicode_sentences, spaced_sentences):
        end = 0
        for start, last in rule(text):
            assert start >= end
            assert not text[end:start].strip()
            assert text[start:last] == text[start:last].strip() != ""
            end = last
        assert not text[end:].strip()
