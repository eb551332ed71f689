from __future__ import annotations

import re

from rightmost.patterns import terms
from rightmost.patterns.terms import Description, Regex, basic_category


def test_basic_categories():
    labels = ["NP", "NP-SBJ-1", "NP=2", "PRT|ADVP", "NP^S", "NP~x", "S[dcl]", "A_b", "A#1", "-NONE-", "#", "PRP$", ""]
    assert [basic_category(label) for label in labels] == [
        *["NP", "NP", "NP", "PRT", "NP", "NP", "S", "A", "A", "-NONE-", "#", "PRP$", ""]
    ]


def test_what_a_label_must_be():
    assert Description(frozenset({"NP", "VP"})).holds_of("VP")
    assert not Description(frozenset({"NP"})).holds_of("NP-SBJ")
    assert Description(frozenset({"NP"}), basic=True).holds_of("NP-SBJ")
    assert not Description(frozenset({"NP"}), basic=True, negated=True).holds_of("NP-SBJ")
    assert Description(regexes=(Regex(re.compile("P")),)).holds_of("NP-SBJ"), "anywhere in the label"
    assert not Description(regexes=(Regex(re.compile("P$")),)).holds_of("NP-SBJ")


def test_what_is_kept_in_mind_has_a_limit(monkeypatch):
    monkeypatch.setattr(terms, "_MOST", 10)
    description = Description(regexes=(Regex(re.compile("1$")),))
    assert [description.matches[str(number)] for number in range(100)] == [number % 10 == 1 for number in range(100)]
    assert len(description.matches) <= 10
