from __future__ import annotations

import pytest
from english.conventions.marks import with_mark_tags

from rightmost.trees.tree import Tree


def test_straight_marks_open_and_close_by_turns():
    tree = Tree.from_string("""(S ('' ") (NP (NN a)) ('' ") (CC or) (`` ") (NP (NN b)) (`` "))""")
    made = with_mark_tags(tree)
    assert made.tags == ("``", "NN", "''", "CC", "``", "NN", "''")
    assert made.words == tree.words
    assert made.spans() == tree.spans()


def test_marks_are_tagged_by_what_they_are():
    tree = Tree.from_string("(S (UH a) (, ;) (UH b) (, !) (UH c) (NFP ...) (UH d) (. :) (: --) (. ,) (, .))")
    assert with_mark_tags(tree).tags == ("UH", ":", "UH", ".", "UH", ":", "UH", ":", ":", ",", ".")


@pytest.mark.parametrize(
    "kept",
    [
        """(S (NP (NN a)) ('' "))""",  # who knows what it closes
        "(S ('' “) (NP (NN a)) ('' ”))",  # these say themselves what they are
        "(S (`` ``) (NP (NN a)) ('' ''))",
        "(NP (NNP Yahoo) (NNP !))",  # a part of the name
        "(NP (CD 2) (SYM :) (CD 1))",
    ],
)
def test_other_trees_are_left_alone(kept):
    assert with_mark_tags(Tree.from_string(kept)) == Tree.from_string(kept)
