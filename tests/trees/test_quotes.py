from __future__ import annotations

import pytest

from rightmost.trees.quotes import with_quote_tags
from rightmost.trees.tree import Tree


def test_straight_marks_open_and_close_by_turns():
    tree = Tree.from_string("""(S ('' ") (NP (NN a)) ('' ") (CC or) (`` ") (NP (NN b)) (`` "))""")
    made = with_quote_tags(tree)
    assert made.tags == ("``", "NN", "''", "CC", "``", "NN", "''")
    assert made.words == tree.words
    assert made.spans() == tree.spans()


@pytest.mark.parametrize(
    "kept",
    [
        """(S (NP (NN a)) ('' "))""",  # who knows what it closes
        "(S ('' “) (NP (NN a)) ('' ”))",  # these say themselves what they are
        "(S (`` ``) (NP (NN a)) ('' ''))",
        "(NP (NN a))",
    ],
)
def test_other_trees_are_left_alone(kept):
    assert with_quote_tags(Tree.from_string(kept)) == Tree.from_string(kept)
