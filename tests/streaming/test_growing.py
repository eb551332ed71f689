"""Partial trees of one stream: the record of what was done to them is enough to make them again."""

from __future__ import annotations

import torch
from hypothesis import given, settings

from rightmost.decoding.look_ahead import policy_for
from rightmost.decoding.stretch import encoded
from rightmost.streaming.growing import Growing
from rightmost.trees.tree import Leaf
from streaming.examples import beams, parsers, some_words


def grown(parser, words, beam):
    growing = Growing(parser.network, policy_for(beam), look_ahead=0)
    leaves = [Leaf(word, "XX") for word in words]
    for known in range(1, len(words) + 1):
        (features,) = encoded(parser.network, [(leaves[:known], growing.stretch(known=known))])
        growing.place(leaves[:known], features)
    return growing


@settings(deadline=None, max_examples=30)
@given(parsers, some_words, beams)
@torch.inference_mode()
def test_what_is_taken_back_is_as_if_it_had_never_been(parser, words, beam):
    growing = grown(parser, words, beam)
    for left in range(len(words) - 1, -1, -1):
        growing.take_back()
        fewer = grown(parser, words[:left], beam)
        assert len(growing) == left
        assert growing.best().tolist() == fewer.best().tolist()
        assert growing.tags == fewer.tags


@torch.inference_mode()
def test_a_copy_is_not_changed_with_the_other():
    from streaming.examples import PARSER, WORDS

    growing = grown(PARSER, WORDS[:4], 1)
    before = growing.best().tolist()
    other = growing.copied()
    other.take_back()
    assert growing.best().tolist() == before
    assert other.best().tolist() == before[:3]
