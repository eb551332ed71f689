from __future__ import annotations

import pytest

from rightmost.training.run_on import run_on
from rightmost.trees.tree import Tree

GO = "(S (VP (VB go)))"


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("(S (VP (VB go)) (. .))", "(S (VP (VB go)) (. !))", f"(S {GO} (. .) {GO} (. !))"),
        (GO, GO, f"(S {GO} (. .) {GO})"),  # a heading before it, and no mark behind
        ("(NP (NN rain) (. !))", GO, f"(S (NP (NN rain)) (. !) {GO})"),
        ("(X (. .))", GO, f"(S (X (. .)) (. .) {GO})"),  # a mark alone is no end
    ],
)
def test_two_sentences_in_a_line(first, second, together):
    made = run_on(Tree.from_string(first), Tree.from_string(second))
    assert str(made) == together
