from __future__ import annotations

import pytest

from rightmost.training.run_on import run_on
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.tree import Tree

GO = "(S (VP (VB go)))"


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("(S (VP (VB go)) (. .))", "(S (VP (VB go)) (. !))", f"(S {GO} (. .) {GO} (. !))"),
        (GO, GO, f"(S {GO} (. .) {GO})"),  # a heading before it, and no mark behind
        ("(NP (NN rain) (. !))", GO, f"(S (NP (NN rain)) (. !) {GO})"),
        ("(S (S (VP (VB go))) (. .))", GO, f"(S {GO} (. .) {GO})"),  # no S with nothing but an S in it
        ("(TOP (NP (NN rain)) (S (VP (VB go))))", GO, f"(S (NP (NN rain)) {GO} (. .) {GO})"),  # it had two roots
        (
            "(S (-LRB- -LRB-) (VP (VB go)) (. .) (-RRB- -RRB-))",
            GO,
            f"(S (S (-LRB- -LRB-) (VP (VB go)) (. .) (-RRB- -RRB-)) {GO})",
        ),
        ("(S (VP (VB wait)) (: ...))", GO, f"(S (S (VP (VB wait)) (: ...)) {GO})"),
        ("(X (. .))", GO, f"(S (X (. .)) {GO})"),  # nothing but a mark
    ],
)
def test_two_sentences_in_a_line(first, second, together):
    made = run_on(parse_brackets(first, keep_wrapper=True), Tree.from_string(second))
    assert str(made) == together
