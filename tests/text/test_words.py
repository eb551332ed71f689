from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.text import words
from rightmost.text.words import LONGEST, slice_of, word_spans

ODD = ["``", "''", '"', "'", "’", "“", "…", "...", "\u200b", "\u2028", "\x00", "\x85", "😀", "e\u0301", "\ud800",
       "U.S.", "cannot", "dont", "Im ", "gonna ", ":) ", "<3", "http://a.b", "a@b.c", "AT&T", "\n\n", "- ", "(", "]",
       "_", " ", ". "]  # fmt: skip
odd_texts = st.lists(st.sampled_from(ODD) | st.text(max_size=3), max_size=25).map("".join)


def cut(text: str) -> list[str]:
    return [slice_of(text, place) for place in word_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Arthur is King of the Britons", "Arthur is King of the Britons"),
        ("Arthur isn't “King”.", "Arthur is n't “ King ” ."),
        ("I don’t, we’ll cannot", "I do n’t , we ’ll can not"),
        ('He said "Go." and left.', 'He said " Go . " and left .'),
        ("He left.[1] Then", "He left . [ 1 ] Then"),
        ("Acme Corp. [see below]", "Acme Corp. [ see below ]"),  # a note that follows, but not at once
        ("``Ni'' said ''he``", "`` Ni '' said '' he ``"),
        ("from the U.S.", "from the U.S."),
        ("Mr. J. Smith, e.g. of AT&T (5%)", "Mr. J. Smith , e.g. of AT&T ( 5 % )"),
        ("$5.50 at 3:30 for 10,000", "$ 5.50 at 3:30 for 10,000"),
        ("state-of-the-art and/or", "state-of-the-art and/or"),
        ("£1,000 or €5, not 5€ a kg", "£ 1,000 or € 5 , not 5 € a kg"),
        ("see http://a.b.com/x?y=1, or me@x.org.", "see http://a.b.com/x?y=1 , or me@x.org ."),
        ("Hi. There… yes—no -- so", "Hi . There … yes — no -- so"),
        ("你好。", "你好 。"),
        ("the dogs' food, the dog's", "the dogs ' food , the dog 's"),
        ("I dont know. Isnt it? WONT", "I do nt know . Is nt it ? WO NT"),
        ("im sure Im ive seen, shes thats", "i m sure I m i ve seen , she s that s"),
        ("youre and theyve, weve", "you re and they ve , we ve"),
        ("IM IVE its were well ill id lets whore", "IM IVE its were well ill id lets whore"),
        ("front tint dont-know i.m", "front tint dont-know i.m"),
        ("Love it :-) nice <3, ok ;P :'( XD.", "Love it :-) nice <3 , ok ;P :'( XD ."),
        ("Great place. :)", "Great place . :)"),
        ("He left. 😀 ❤️", "He left . 😀 ❤️"),
        ("By Acme Inc. → Corp. and", "By Acme Inc. → Corp. and"),
        ("(as follows:) x=3 (see :)) :a", "( as follows : ) x=3 ( see : ) ) : a"),
        ("@nytimes's #Coachella, me@x.org.", "@nytimes 's #Coachella , me@x.org ."),
        ("Use clippy::all { x } in /usr/bin.", "Use clippy::all { x } in /usr/bin ."),
        ("```rust x``` ---- so", "``` rust x ``` ---- so"),
        ("nice😀! great:-) thanks:)", "nice 😀 ! great :-) thanks :)"),
        ("U.S.-led C# f**k **bold** *so*", "U.S.-led C# f**k ** bold ** * so *"),
        (" \t\n", ""),
        ("", ""),
    ],
)
def test_words_are_cut_as_in_the_treebank(text, expected):
    assert cut(text) == expected.split()


@settings(deadline=None, max_examples=500)
@given(odd_texts)
def test_every_character_but_white_space_is_in_one_word(text):
    end = 0
    for place in word_spans(text):
        assert not text[end : place.start].strip()
        assert place.start >= end
        word = slice_of(text, place)
        assert word
        assert not any(character.isspace() for character in word)
        end = place.end
    assert not text[end:].strip()


def test_where_nltk_rewrites_the_text_a_plain_rule_steps_in(monkeypatch):
    class Rewriter:
        def tokenize(self, text):
            return ["something", "else"]

    monkeypatch.setattr(words, "_tokenizer", Rewriter)
    assert cut("It's a well-known “Ni”, __so!") == ["It's", "a", "well-known", "“", "Ni", "”", ",", "__so", "!"]


def test_where_nltk_loses_the_end_likewise(monkeypatch):
    class Loser:
        def tokenize(self, text):
            return text.split()[:1]

    monkeypatch.setattr(words, "_tokenizer", Loser)
    assert cut("two words") == ["two", "words"]


@pytest.mark.parametrize("base", ["a", '."', "'", "a'", "&A", "U.", "a@", "http://", "( ", "a. ", "so on ", "\n", "😀"])
def test_long_texts_take_a_steady_time(base):
    text = (base * 100_000)[:100_000]
    start = time.perf_counter()
    assert "".join(cut(text)) == "".join(text.split())
    assert time.perf_counter() - start < 10


def test_a_very_long_word_is_not_taken_apart():
    text = f"Arthur's {'a.b,' * LONGEST} King's"
    assert cut(text) == ["Arthur", "'s", "a.b," * LONGEST, "King", "'s"]
