from __future__ import annotations

import pytest
from english.conventions.postmodifiers import with_flat_postmodifiers

from rightmost.trees.tree import Tree

THAT = "(SBAR (WHNP (WDT that)) (S (VP (VBZ rains))))"
OF = "(PP (IN of) (NP (NN b)))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) {THAT})", f"(NP (NP (NN a)) {OF} {THAT})", id="of, that"),
        pytest.param(
            f"(NP (NP (NP (NN a)) {OF} (, ,)) (VP (VBN seen)))",
            f"(NP (NP (NN a)) {OF} (, ,) (VP (VBN seen)))",
            id="seen",
        ),
        pytest.param(
            f"(NP (NP (NP (NP (NN a)) {OF}) (ADJP (JJ c))) {THAT})",
            f"(NP (NP (NP (NN a)) {OF} (ADJP (JJ c))) {THAT})",
            id="only a PP or an aside comes between",
        ),
        pytest.param(
            f"(NP (NP (NP (NN a)) (, ,) (NP (NN b))) {THAT})",
            f"(NP (NP (NN a)) (, ,) (NP (NN b)) {THAT})",
            id="a noun and its name",
        ),
        pytest.param(f"(NP (NP (NP (NN a)) (CC or) (NP (NN b))) {THAT})", None, id="two nouns"),
        pytest.param(f"(NP (NP (NP (NN a)) (, ,)) {THAT})", None, id="only marks between"),
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) (, ,))", None, id="only marks behind"),
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) (CC and) {THAT})", None, id="joined"),
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) (, ,) (NP (NN c)))", None, id="treebanks differ"),
    ],
)
def test_postmodifiers_stand_side_by_side(before, after):
    made = with_flat_postmodifiers(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_flat_postmodifiers(made) == made
