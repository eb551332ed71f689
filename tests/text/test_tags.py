from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.text.tags import fixed_tag, put_right

PENN = ["NN", "NNP", "UH", "-LRB-", "-RRB-", "VBZ", ".", ":", "SYM"]


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("NNP", "@nytimes #Coachella https://a.b/c www.x.org me@x.org amazon.com/dp/1"),
        ("UH", ":-) :) :( <3 ♥ ☺ ^_^ :'( 😀 ❤️ 👍🏽 👨‍👩‍👧 🇩🇪"),
        ("NN", "clippy::all std::vector main() /usr/bin ~/x.txt C:\\temp\\a.txt"),
        ("-LRB-", "{"),
        ("-RRB-", "}"),
        (":", "-- ---- –– ——"),
        ("SYM", "==== *** ___ ~~~ ``` ## ☎ ✉ ⭐"),
        (
            None,
            "Arthur is . , ; : - ( ) [ ] `` '' \" $ % & # @ * + ... … 5 3.5 AT&T and/or /or /E39 don't xD U.S.",
        ),
    ],
)
def test_the_tag_of_a_form(tag, words):
    assert {word: fixed_tag(word) for word in words.split()} == dict.fromkeys(words.split(), tag)


def test_only_those_that_the_model_knows_are_put_right():
    words, chosen = ["See", "@arthur", "{", "====", "😀"], ["VB", "IN", "-LSB-", "NN", "."]
    assert put_right(words, chosen, known=PENN) == ["VB", "NNP", "-LRB-", "SYM", "UH"]
    assert put_right(words, chosen, known=PENN[:-1]) == ["VB", "NNP", "-LRB-", "NN", "UH"]


def test_other_tagsets_stay_as_they_are():
    words, chosen = ["@arthur", "{"], ["NC", "PONCT"]
    assert put_right(words, chosen, known=["NC", "PONCT", "NPP", "V"]) == chosen
    assert put_right(words, chosen, known=["NNP", "UH", "."]) == chosen


@given(st.text(max_size=12))
def test_any_word(word):
    assert fixed_tag(word) in {None, "NN", "NNP", "UH", "-LRB-", "-RRB-", ":", "SYM"}
    assert put_right([word], ["NN"], known=["NN"]) == ["NN"]
