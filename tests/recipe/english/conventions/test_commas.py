from __future__ import annotations

import pytest
from english.conventions.commas import with_commas_in_asides

from rightmost.trees.tree import Tree

KNOW = "(S (NP (PRP you)) (VP (VBP know)))"
SAID = "(SINV (VP (VBD said)) (NP (NNP Arthur)))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            f"(S (NP (PRP I)) (, ,) (PRN {KNOW}) (, ,) (VP (VBP rule)) (. .))",
            f"(S (NP (PRP I)) (PRN (, ,) {KNOW} (, ,)) (VP (VBP rule)) (. .))",
            id="between commas",
        ),
        pytest.param(
            f"(S (NP (PRP I)) (VP (VBP rule) (, ,) ('' '') (PRN {SAID}) (, ,) (`` ``) (NP (PRP them))) (. .))",
            f"(S (NP (PRP I)) (VP (VBP rule) (PRN (, ,) ('' '') {SAID} (, ,)) (`` ``) (NP (PRP them))) (. .))",
            id="within speech",
        ),
        pytest.param(
            f"(S (NP (PRP I)) (, ,) (PRN {KNOW}) (, ,) (PRN {KNOW}) (, ,) (VP (VBP rule)))",
            f"(S (NP (PRP I)) (PRN (, ,) {KNOW} (, ,)) (PRN {KNOW}) (, ,) (VP (VBP rule)))",
            id="a comma goes to one aside only",
        ),
        pytest.param(
            "(S (NP (PRP I)) (, ,) (PRN (CC or) (ADVP (RB so))) (, ,) (VP (VBP rule)))",
            "(S (NP (PRP I)) (PRN (, ,) (CC or) (ADVP (RB so)) (, ,)) (VP (VBP rule)))",
            id="an aside that begins with a conjunction",
        ),
        pytest.param(f"(S (NP (PRP I)) (PRN (, ,) {KNOW} (, ,)) (VP (VBP rule)))", None, id="as it should be"),
        pytest.param(f"(S (NP (PRP I)) (, ,) (PRN (: --) {KNOW} (: --)) (, ,) (VP (VBP go)))", None, id="dashes in it"),
        pytest.param(f"(S (NP (PRP I)) (VP (VBP rule)) (, ,) (PRN {KNOW}) (. .))", None, id="at the end"),
        pytest.param(f"(S (PRN {KNOW}) (, ,) (NP (PRP I)) (VP (VBP rule)))", None, id="at the beginning"),
        pytest.param(f"(S (NP (PRP I)) (, ,) (, ,) (ADVP (RB so)) (, ,) (VP (VBP go)) {KNOW})", None, id="no aside"),
    ],
)
def test_commas_around_an_aside(before, after):
    made = with_commas_in_asides(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_commas_in_asides(made) == made
