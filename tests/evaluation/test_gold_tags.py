from __future__ import annotations

import pytest

from rightmost.evaluation.gold_tags import with_gold_tags
from rightmost.trees.tree import Tree

GOLD = "(S (NP (NNP Arthur)) (, ,) (VP (VBZ is)))"


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        (GOLD, "(X (NN Arthur) (IN ,) (NN is))", "(X (NNP Arthur) (, ,) (VBZ is))"),
        # Words are the prediction's own: whether they are the gold ones is for evalb to say.
        (GOLD, "(X (NN Uther) (IN ,) (NN is))", "(X (NNP Uther) (, ,) (VBZ is))"),
        # Empty elements in one tree only, and in both.
        ("(S (NP (-NONE- *)) (VP (VB sit)))", "(VP (NN sit))", "(VP (VB sit))"),
        ("(VP (VB sit))", "(S (NP (-NONE- *)) (VP (NN sit)))", "(S (NP (-NONE- *)) (VP (VB sit)))"),
        (
            "(S (NP (-NONE- *)) (VP (VB sit)))",
            "(S (-NONE- *) (-NONE- *) (VP (NN sit)))",
            "(S (-NONE- *) (-NONE- *) (VP (VB sit)))",
        ),
        # A word mistaken for an empty element.
        ("(S (VP (VB sit)))", "(S (-NONE- sit))", "(S (VB sit))"),
        ("(S (NP (-NONE- *)) (VP (VB sit) (RB down)))", "(VP (NN sit) (-NONE- down))", "(VP (VB sit) (RB down))"),
        # Another number of words: nothing to go by.
        (GOLD, "(X (NN Arthur) (NN is))", "(X (NN Arthur) (NN is))"),
    ],
)
def test_the_gold_tags_over_the_predicted_words(gold, predicted, expected):
    assert str(with_gold_tags(Tree.from_string(gold), Tree.from_string(predicted))) == expected


def test_a_missing_tree_stays_missing():
    tree = Tree.from_string(GOLD)
    assert with_gold_tags(tree, None) is None
    assert with_gold_tags(None, tree) is tree
