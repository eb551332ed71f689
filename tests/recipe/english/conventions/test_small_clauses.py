from __future__ import annotations

import pytest
from english.conventions.small_clauses import with_small_clauses

from rightmost.trees.tree import Tree


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "(VP (VBD was) (VP (VBN Elected) (NP (NN a)) (PP (IN in) (NP (NN b)))))",
            "(VP (VBD was) (VP (VBN Elected) (S (NP (NN a))) (PP (IN in) (NP (NN b)))))",
            id="elected",
        ),
        pytest.param(
            "(VP (VBD was) (VP (VBN named) (NP (S (NP (NN king))) (ADVP (RB too)))))",
            "(VP (VBD was) (VP (VBN named) (S (NP (S (NP (NN king))) (ADVP (RB too))))))",
            id="only a PP is part of the name",
        ),
        pytest.param(
            "(VP (VBD was) (VP (VBN named) (S (NP (S (NP (NN king))) (PP (IN of) (NP (PRP us)))))))",
            "(VP (VBD was) (VP (VBN named) (S (NP (NP (NN king)) (PP (IN of) (NP (PRP us)))))))",
            id="an S over all and one over a part",
        ),
        pytest.param("(VP (VBD was) (VP (VBN named) (S (NP (NN king)))))", None, id="as it should be"),
        pytest.param("(VP (VBD was) (VP (VBN called) (S (VP (TO to) (VP (VB go))))))", None, id="no name but a verb"),
        pytest.param("(VP (VBD elected) (NP (NN a)))", None, id="they elected"),
        pytest.param("(VP (VBZ has) (VP (VBN called) (NP (DT the) (NN police))))", None, id="has called"),
        pytest.param("(VP (VBD was) (VP (VBN named) (NP (PRP him)) (NP (NN king))))", None, id="two of them"),
        pytest.param("(NP (S (NP (NN a))) (PP (IN of) (NP (NN b))))", None, id="no name"),
    ],
)
def test_a_name_given_is_a_clause(before, after):
    made = with_small_clauses(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_small_clauses(made) == made
