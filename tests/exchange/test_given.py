from __future__ import annotations

import pytest

from rightmost.errors import MismatchedTrees
from rightmost.exchange.given import GivenSentence, given_sentence
from rightmost.trees.tree import Tree


def test_what_one_word_lacks_the_sentence_lacks():
    made = given_sentence(["He", "rides"], ["PRP", None], [(0, 2), (3, 8)], None, where="here")
    assert made == GivenSentence(("He", "rides"), None, ((0, 2), (3, 8)), None)


def test_the_tree_gets_the_words_of_the_text():
    tree = Tree.from_string("(NP (`` ``) (NN king))")
    assert given_sentence(["“", "king"], [None] * 2, [None] * 2, tree, where="here").tree.words == ("“", "king")
    with pytest.raises(MismatchedTrees, match="here: a tree of 2 words for a sentence of 1"):
        given_sentence(["king"], [None], [None], tree, where="here")
