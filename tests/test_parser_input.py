"""What a parser is given, before any network sees it."""

from __future__ import annotations

import pytest

from rightmost.errors import BadUsage, EmptySentence, RightmostError
from rightmost.limits import KBEST_BEAM, MOST_BEAM, MOST_WORDS_IN_BEAM
from rightmost.parser_input import (
    SentenceReader,
    beam_for,
    checked_beam,
    checked_sentences,
    constraints_given,
)
from rightmost.text.words import word_spans
from rightmost.trees.tree import Leaf

READER = SentenceReader(word_spans, needs_tags=False)
LABELS = ("S", "NP", "VP", "PP", "ADJP", "ADVP")
KNOWN = "(its labels: ADJP, ADVP, NP, PP, S, VP; or None for any)"


@pytest.mark.parametrize(
    "beam", [0, -1, 1001, 100_000, 10**20, pytest.param(10**5000, id="long"), "3", 2.5, None, float("inf")]
)
def test_a_beam_is_bounded(beam):
    with pytest.raises(BadUsage) as raised:
        checked_beam(beam)
    assert str(raised.value).endswith("; allowed: a whole number, 1 to 1,000; 1 is greedy, and memory grows with the "
                                      "square of the beam")  # fmt: skip
    assert len(str(raised.value)) < 200


def test_a_beam_over_very_many_words():
    words = ["Ni"] * (MOST_WORDS_IN_BEAM // MOST_BEAM)
    assert READER.one(words, beam=MOST_BEAM).leaves[0].word == "Ni"
    with pytest.raises(RightmostError) as raised:
        READER.one([*words, "!"], beam=MOST_BEAM)
    assert str(raised.value) == (
        "a beam of 1000 over 1001 words; allowed over so many: 1 to 999, since memory grows with both"
    )
    assert len(READER.one(["Ni"] * (MOST_WORDS_IN_BEAM + 1)).leaves) == MOST_WORDS_IN_BEAM + 1


def test_the_beam_for_the_best_trees():
    assert [beam_for(1, None), beam_for(99, None), beam_for(3, 4)] == [KBEST_BEAM, 99, 4]
    for k in ("3", 2.5, None, 0, 1001):
        with pytest.raises(BadUsage, match=r"^k is .*; allowed: a whole number, 1 to 1,000; it is how many trees"):
            beam_for(k, None)


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("np", f"'np' is no label of this model; did you mean 'NP'? {KNOWN}"),
        ("ADJ", f"'ADJ' is no label of this model; did you mean 'ADJP'? {KNOWN}"),
        ("grail", f"'grail' is no label of this model {KNOWN}"),
    ],
)
def test_labels_that_the_model_has_not(label, said):
    for require, forbid in (([(0, 2, label)], ()), ([], [(0, 2, label)])):
        with pytest.raises(RightmostError) as raised:
            constraints_given(require, forbid, labels=LABELS)
        assert str(raised.value) == f"bracket (0, 2, {label!r}): {said}"
    assert constraints_given([(0, 2, None)], [(1, 2, "NP")], labels=LABELS).forbid == ((1, 2, "NP"),)


@pytest.mark.parametrize("brackets", [None, 3, "NP", {(0, 1): "NP"}])
def test_what_is_no_list_of_brackets(brackets):
    with pytest.raises(RightmostError, match=r"where a list of brackets for forbid, as \[\(0, 2, 'NP'\)\], was expec"):
        constraints_given([], brackets, labels=LABELS)


def test_a_model_that_reads_tags_must_be_given_them():
    tagged = SentenceReader(word_spans, needs_tags=True)
    said = (
        "this model reads a tag with each word, and there are none; give parse(words, tags=[...]), or a list of "
        "Leaf(word, tag)"
    )
    for words in ("Arthur is King", ["Arthur"]):
        with pytest.raises(RightmostError) as raised:
            tagged.one(words)
        assert str(raised.value) == said
    with pytest.raises(RightmostError, match=r"^sentence 2: this model reads a tag with each word"):
        list(tagged.many([[Leaf("Go", "VB")], "Go"], beam=1, on_empty="raise"))
    assert tagged.one(["Go"], ["VB"]) == ([Leaf("Go", "VB")], True)
    assert tagged.one([Leaf("Go", "VB")]).tagged


def test_sentences_without_words():
    given = ["", ["Go"], [], " "]
    found = list(READER.many(given, beam=1, on_empty="none"))
    assert [each and each.leaves[0].word for each in found] == [None, "Go", None, None]
    with pytest.raises(EmptySentence, match=r"^sentence 1: the text is empty"):
        list(READER.many(given, beam=1, on_empty="raise"))
    with pytest.raises(RightmostError, match=r"^sentence 1: 3, of type int, where a text or a list of words was"):
        list(READER.many([3], beam=1, on_empty="none"))


@pytest.mark.parametrize(
    ("sentences", "batch", "on_empty", "said"),
    [
        ("Go", 1, "raise", "one text where several sentences were expected; use parse for one, parse_text for a text"),
        (None, 1, "raise", "None, of type NoneType, where a list of sentences was expected"),
        ({"Go"}, 1, "raise", "{'Go'}, of type set, where a list of sentences was expected; a set has no order, so "
         "give a list"),
        ([], 0, "raise", "batch is 0; allowed: a whole number, 1 or more"),
        ([], 1, "skip", "on_empty is 'skip', of type str; allowed: 'raise', or 'none' for None in that place"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_sentences(sentences, batch, on_empty, said):
    with pytest.raises(RightmostError) as raised:
        checked_sentences(sentences, batch=batch, on_empty=on_empty)
    assert str(raised.value) == said


def test_words_have_an_order():
    with pytest.raises(RightmostError, match="a set has no order, so give a list"):
        READER.one({"Arthur", "rides"})
    assert [leaf.word for leaf in READER.one([""]).leaves] == [""]  # a word like any other, written -EMPTY-
