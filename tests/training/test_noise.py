from __future__ import annotations

import pytest

from rightmost.training.noise import lower_cased, noisy, without_final_punctuation
from rightmost.trees.tree import Tree


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(S (NP (NNP Arthur)) (VP (VBZ rides)) (. .))", "(S (NP (NNP Arthur)) (VP (VBZ rides)))"),
        (
            "(S (`` ``) (NP (NNP Arthur)) (VP (VBZ rides)) (. !) ('' ''))",
            "(S (`` ``) (NP (NNP Arthur)) (VP (VBZ rides)))",
        ),
        ("(NP (NP (NNP Arthur)) (PRN (: --)))", "(NP (NP (NNP Arthur)))"),
        ("(FRAG (. ?) (. !))", "(FRAG (. ?) (. !))"),
        ("(NP (NNP Arthur))", "(NP (NNP Arthur))"),
    ],
)
def test_final_punctuation(before, after):
    assert str(without_final_punctuation(Tree.from_string(before))) == after


def test_noises_follow_one_another():
    tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ RIDES)) (. .))")
    assert lower_cased(tree).words == ("arthur", "rides", ".")
    assert lower_cased(tree).tags == tree.tags
    assert noisy(tree, ["lower-case", "no-final-punctuation"]).words == ("arthur", "rides")
    assert noisy(tree, []) is tree
