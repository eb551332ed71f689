from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.text.french import french_words
from rightmost.text.languages import LANGUAGES

ODD = ["l'", "qu’", "-t-il", "-ce", "M. ", "etc.", "aujourd'hui", "c.-à-d.", "3,5", "« ", "…", "😀", "http://a.b", " "]


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in french_words(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L'histoire m'a plu.", "L' histoire m' a plu ."),
        ("Qu'est-ce que c’est ?", "Qu' est -ce que c’ est ?"),
        ("Aujourd'hui, l'U.E. vote.", "Aujourd'hui , l' U.E. vote ."),
        ("A-t-il dit oui ? Va-t-en !", "A -t-il dit oui ? Va -t-en !"),
        ("Donne-le-moi, vas-y.", "Donne -le -moi , vas -y ."),
        ("Le porte-parole de celui-ci.", "Le porte-parole de celui-ci ."),
        ("Le rendez-vous, peut-être.", "Le rendez-vous , peut-être ."),
        ("M. Dupont, c.-à-d. lui, etc.", "M. Dupont , c.-à-d. lui , etc ."),
        ("3,5 % à 10h30 (p. 5)", "3,5 % à 10h30 ( p. 5 )"),
        ("« Oui », dit-elle…", "« Oui » , dit -elle …"),
        ("jusqu'à lorsqu'il quelqu'un presqu'île", "jusqu' à lorsqu' il quelqu' un presqu'île"),
        ("Le 1er et la 2e de J.-C. ici", "Le 1er et la 2e de J.-C. ici"),
        ("D'Artagnan l’a-t-elle vu ?", "D' Artagnan l’ a -t-elle vu ?"),
        ("Voir http://a.fr/b, @arthur :-)", "Voir http://a.fr/b , @arthur :-)"),
        ("", ""),
    ],
)
def test_words_are_cut_as_in_french_treebanks(text, expected):
    assert cut(text) == expected.split()


@pytest.mark.parametrize(
    "expected",
    [
        ["M. Dupont est là.", "Il dort."],
        ["Il a vu Mme Dupont, Mlle Durand, etc.", "Elles dorment."],
        ["Voir p. 5 et art. 3.", "C'est clair."],
        ["Est-il là ?", "« Non. »", "Il dort."],
        ["Il aime l'art.", "Elle aussi."],
    ],
)
def test_sentences(expected):
    text = " ".join(expected)
    assert [text[start:end] for start, end in LANGUAGES["fr"].sentences(text)] == expected


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(ODD) | st.text(max_size=3), max_size=15).map("".join))
def test_every_character_but_white_space_is_in_one_word(text):
    end = 0
    for start, last in french_words(text):
        assert start >= end
        assert not text[end:start].strip()
        assert text[start:last].split() == [text[start:last]]
        end = last
    assert not text[end:].strip()
