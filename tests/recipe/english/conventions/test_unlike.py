from __future__ import annotations

import pytest
from english.conventions.unlike import with_unlike_coordination

from rightmost.trees.tree import Tree

TALL = "(ADJP (JJ tall))"
IN = "(PP (IN in) (NP (NN armour)))"
AND = "(CC and)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"(ADJP {TALL} {AND} {IN})", f"(UCP {TALL} {AND} {IN})", id="the first one's label"),
        pytest.param(f"(PP {TALL} {AND} {IN})", f"(UCP {TALL} {AND} {IN})", id="the second one's label"),
        pytest.param(
            f"(VP (VBZ is) (NP (NP (DT a) (NN king)) {AND} {TALL}))",
            f"(VP (VBZ is) (UCP (NP (DT a) (NN king)) {AND} {TALL}))",
            id="within a phrase",
        ),
        pytest.param(f"(PP (ADVP (RB now)) (CC or) {IN})", f"(UCP (ADVP (RB now)) (CC or) {IN})", id="adverb"),
        pytest.param(f"(ADJP {TALL} {AND} (ADJP (JJ bold)))", None, id="two of a kind"),
        pytest.param(f"(ADJP {TALL} {AND} {IN} {IN})", None, id="more than two"),
        pytest.param(f"(ADJP {TALL} (, ,) {IN})", None, id="not joined"),
        pytest.param(f"(FRAG {TALL} {AND} {IN})", None, id="a label of its own"),
        pytest.param(
            f"(NP (NP (NNS kings)) {AND} (SBAR (WHNP (WP who)) (S (VP (VBP rule)))))", None, id="treebanks differ"
        ),
    ],
)
def test_unlike_phrases_are_a_ucp(before, after):
    made = with_unlike_coordination(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_unlike_coordination(made) == made
