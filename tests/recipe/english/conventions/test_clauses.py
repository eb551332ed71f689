from __future__ import annotations

import pytest
from english.conventions.clauses import with_joined_clauses

from rightmost.trees.tree import Tree

HE = "(NP (PRP he))"
LAY, SAT = f"(S {HE} (VP (VBD lay)))", f"(S {HE} (VP (VBD sat)))"
LOOKS = "(VP (VBZ Looks) (ADJP (JJ nice)))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            f"(VP (VBD said) (SBAR (S (SBAR {LAY}) (, ,) (CC and) {SAT})))",
            f"(VP (VBD said) (SBAR (S {LAY} (, ,) (CC and) {SAT})))",
            id="both without that",
        ),
        pytest.param(f"(S {LOOKS} (CC but) {SAT} (. .))", f"(S (S {LOOKS}) (CC but) {SAT} (. .))", id="no subject"),
        pytest.param(
            f"(S (ADVP (RB Now)) {LOOKS} (, ,) (CC but) (ADVP (RB so)) {SAT})",
            f"(S (S (ADVP (RB Now)) {LOOKS}) (, ,) (CC but) (ADVP (RB so)) {SAT})",
            id="adverbs",
        ),
        pytest.param(f"(SBAR (S {LAY} (CC and) {SAT}))", None, id="as it should be"),
        pytest.param(f"(SBAR (S (SBAR (IN that) {LAY}) (CC and) {SAT}))", None, id="that"),
        pytest.param(f"(SBAR (S (SBAR {LAY}) {HE} (VP (VBD sat))))", None, id="not joined"),
        pytest.param(f"(SBAR (SBAR {LAY}) (CC and) (SBAR {SAT}))", None, id="two of them"),
        pytest.param(f"(S {LOOKS} (CC and) (VP (VBZ is)))", None, id="no clause behind it"),
        pytest.param(f"(S {LOOKS} {SAT})", None, id="no conjunction"),
        pytest.param(f"(S {LOOKS} (CC but) {SAT} (CC and) {LAY})", None, id="more than two"),
        pytest.param(f"(S {HE} {LOOKS} (CC but) {SAT})", None, id="a subject"),
        pytest.param(f"(S (ADVP (RB Now)) (CC but) {SAT})", None, id="no verb"),
        pytest.param("(S (VP (VB Go)))", None, id="nothing else"),
    ],
)
def test_what_is_joined_to_a_clause_is_one(before, after):
    made = with_joined_clauses(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_joined_clauses(made) == made
