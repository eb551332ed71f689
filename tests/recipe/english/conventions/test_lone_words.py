from __future__ import annotations

import pytest
from english.conventions.lone_words import with_phrase_over_lone_word

from rightmost.trees.brackets import parse_brackets


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("(TOP (VB Go))", "(S (VP (VB Go)))"),
        ("(ROOT (NNS Footnotes))", "(NP (NNS Footnotes))"),
        ("(TOP (UH Yes))", "(INTJ (UH Yes))"),
        ("(TOP (FW P.S.))", "(TOP (FW P.S.))"),  # nobody knows
        ("(TOP (VB Go) (. .))", "(TOP (VB Go) (. .))"),
        ("(FRAG (VB Go))", "(FRAG (VB Go))"),
        ("(TOP (S (VP (VB Go))))", "(TOP (S (VP (VB Go))))"),
    ],
)
def test_a_lone_word_gets_its_phrase(given, expected):
    assert str(with_phrase_over_lone_word(parse_brackets(given, keep_wrapper=True))) == expected
