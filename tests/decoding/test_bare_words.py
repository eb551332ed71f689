"""A word under nothing but a wrapper. (tests/test_parser.py has what the parser does about it.)"""

from __future__ import annotations

from model.networks import network
from rightmost.decoding.bare_words import bare_words, not_bare
from rightmost.decoding.constraints import Constraints
from rightmost.decoding.scored import Scored
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.tree import Leaf, Tree

GO = [Leaf("Go", "VB")]
BARE, FULL = ([Scored(Tree(label, GO), 0.0)] for label in ("TOP", "S"))


def test_they_are_found_where_there_is_another_label():
    two = [Leaf("Go", "VB"), Leaf("on", "RP")]
    sentences = [GO, GO, two]
    found = [FULL, BARE, [Scored(Tree("TOP", two), 0.0)]]
    assert bare_words(network(), sentences, found) == [1]
    assert bare_words(network(decoder="in-order"), sentences, found) == []
    wrappers = network(vocabulary=Vocabulary(("TOP",), ("VB",)))
    assert bare_words(wrappers, sentences, found) == []


def test_what_is_asked_for_instead():
    assert not_bare(Constraints(((0, 1, "S"),), ((0, 1, "NP"),))) == Constraints(
        ((0, 1, "S"),), ((0, 1, "NP"), (0, 1, "TOP"))
    )
