from __future__ import annotations

import pytest
from english.conventions.titles import with_common_titles
from hypothesis import given

from rightmost.trees.tree import Tree
from strategies import trees


def test_a_title_without_a_name_is_a_common_noun():
    tree = "(VP (VBD became) (NP (NP (NNP Duchess)) (PP (IN of) (NP (NNP York))) (PP (IN in) (NP (CD 1990)))))"
    assert str(with_common_titles(Tree.from_string(tree))) == tree.replace("NNP Duchess", "NN Duchess")


@pytest.mark.parametrize(
    "kept",
    [
        "(NP (NP (NNP King) (NNP Arthur)) (PP (IN of) (NP (NNPS Britons))))",
        "(NP (NP (NNP Bank)) (PP (IN of) (NP (NNP England))))",
        "(NP (NP (NNP King)) (PP (IN in) (NP (NNP York))))",
        "(NP (NP (NN king)) (PP (IN of) (NP (NNP York))))",
        "(S (NP (NNP King)) (VP (VBZ rides)))",
    ],
)
def test_names_are_left_alone(kept):
    assert str(with_common_titles(Tree.from_string(kept))) == kept


@given(trees())
def test_brackets_and_words_stay(tree):
    made = with_common_titles(tree)
    assert (made.words, made.spans()) == (tree.words, tree.spans())
