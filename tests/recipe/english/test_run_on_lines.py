from __future__ import annotations

import pytest
from english.run_on_lines import comma_spliced, fused, run_on

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


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        ("(S (VP (VB go)) (. .))", "(S (VP (VB Go)) (. !))", (GO, f"{GO} (. !)")),
        (GO, GO, (GO, GO)),
        ("(TOP (NP (NN rain)) (S (VP (VB go))))", "(NP (NNP Arthur))", (f"(NP (NN rain)) {GO}", "(NP (NNP Arthur))")),
        (
            "(S (-LRB- -LRB-) (VP (VB go)) (. .) (-RRB- -RRB-))",
            GO,
            ("(S (-LRB- -LRB-) (VP (VB go)) (-RRB- -RRB-))", GO),
        ),
        ("(TOP (NP (NN rain)) (S (VP (VB go)) (. .)))", "(NP (NNS TVs))", (f"(NP (NN rain)) {GO}", "(NP (NNS TVs))")),
        ("(ROOT (NN rain) (. .))", "(NP (NN sun))", ("(NN rain)", "(NP (NN sun))")),
        (GO, "(NP (DT A) (NN man))", (GO, "(NP (DT a) (NN man))")),
        ("(X (. .))", "(S (NP (PRP I)) (VP (VBP go)))", ("(X (. .))", "(S (NP (PRP I)) (VP (VBP go)))")),
    ],
)
def test_two_sentences_with_a_comma_or_nothing_between_them(first, second, parts):
    both = parse_brackets(first, keep_wrapper=True), Tree.from_string(second)
    assert str(fused(*both)) == f"(S {' '.join(parts)})"
    assert str(comma_spliced(*both)) == f"(S {' (, ,) '.join(parts)})"
