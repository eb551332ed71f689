"""What is encoded to place a word: never more than may be seen, and a bounded number of words."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.networks import network
from rightmost.decoding.stretch import Stretch, check_look_ahead, encoded
from rightmost.errors import BadUsage
from rightmost.limits import WORDS_ENCODED
from rightmost.trees.tree import Leaf

WORDS = [Leaf(word, "XX") for word in ["Arthur", "is", "King", "of", "the", "Britons", "and", "sees", "the", "castle"]]


@given(st.integers(0, 400), st.integers(0, 300), st.integers(1, 500))
def test_the_same_for_all_sentences_that_agree_on_what_may_be_seen(word, look_ahead, more):
    seen = word + look_ahead + 1
    stretch = Stretch.of(word, known=seen, look_ahead=look_ahead)
    assert stretch == Stretch.of(word, known=seen + more, look_ahead=look_ahead)
    assert not stretch.finished
    assert stretch.start <= word < stretch.stop == seen
    assert stretch.stop - stretch.start <= WORDS_ENCODED + look_ahead


@given(st.integers(0, 400), st.integers(0, 300), st.integers(0, 300))
def test_the_end_is_seen_one_step_after_the_last_word(word, look_ahead, short):
    known = max(word + 1, word + look_ahead + 1 - short)
    stretch = Stretch.of(word, known=known, look_ahead=look_ahead)
    assert stretch.stop == known
    assert stretch.finished is (known < word + look_ahead + 1)


def test_features_are_those_of_the_words_alone():
    made = network(prefix_mark=2)
    parts = [Stretch(0, 3, finished=False), Stretch(0, 3, finished=True), Stretch(0, 9, finished=False)]
    with torch.no_grad():
        alone = [encoded(made, [(WORDS, part)])[0] for part in parts]
        beside = encoded(made, [(WORDS, part) for part in parts])
        again = encoded(made, [(WORDS[:3], parts[0])])[0]
        whole = made.encode(made.input_of([made.windows([leaf.word for leaf in WORDS[:3]])]))
    assert [len(each) for each in alone] == [3, 3, 9]
    for ours, theirs in zip(alone, beside):
        torch.testing.assert_close(ours, theirs)
    assert torch.equal(alone[0], again)
    assert torch.equal(alone[1], whole)
    assert not torch.allclose(alone[0], alone[1]), "the mark is seen"


def test_words_keep_their_places_in_the_sentence():
    made = network()
    with torch.no_grad():
        moved = encoded(made, [(WORDS, Stretch(4, 7, finished=False))])[0]
        first = encoded(made, [(WORDS[4:], Stretch(0, 3, finished=False))])[0]
        both = encoded(made, [(WORDS, Stretch(4, 7, finished=False)), (WORDS[4:], Stretch(0, 3, finished=False))])
    assert not torch.allclose(moved, first)
    torch.testing.assert_close(both, [moved, first])


def test_tags_are_read_where_a_model_reads_tags():
    made = network(gold_tags=True)
    tagged = [Leaf(leaf.word, "NN") for leaf in WORDS]
    part = Stretch(0, 4, finished=False)
    with torch.no_grad():
        assert not torch.allclose(encoded(made, [(WORDS, part)])[0], encoded(made, [(tagged, part)])[0])


@pytest.mark.parametrize("wrong", [-1, 1.5, "1", True])
def test_a_look_ahead_that_is_none(wrong):
    with pytest.raises(BadUsage, match="give a whole number, 0 or more, or None for whole sentences"):
        check_look_ahead(wrong, network())


def test_a_decoder_that_reads_whole_sentences():
    check_look_ahead(None, network(decoder="in-order"))
    check_look_ahead(10**30, network())
    with pytest.raises(BadUsage, match="this model's in-order decoder reads whole sentences only"):
        check_look_ahead(1, network(decoder="in-order"))
