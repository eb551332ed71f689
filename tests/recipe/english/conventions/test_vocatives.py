from __future__ import annotations

import pytest
from english.conventions.vocatives import with_vocatives

from rightmost.trees.tree import Leaf, Tree

HE, SIR = "(NP (PRP he))", "(, ,) (NP (NN sir))"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            f"(S {HE} (VP (VBP am) (ADJP (JJ glad) (S (VP (TO to) (VP (VB go) {SIR}))))) (. .) ('' ''))",
            f"(S {HE} (VP (VBP am) (ADJP (JJ glad) (S (VP (TO to) (VP (VB go)))))) {SIR} (. .) ('' ''))",
            id="far within",
        ),
        pytest.param(
            "(S (VP (VB Go) (, ,) (NP (PRP$ My) (JJ dear) (NN Friend))))",
            "(S (VP (VB Go)) (, ,) (NP (PRP$ My) (JJ dear) (NN Friend)))",
            id="my dear friend",
        ),
        pytest.param(
            f"(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ goes) {SIR})) (. ?))",
            f"(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ goes))) {SIR} (. ?))",
            id="question",
        ),
        pytest.param(
            f"(S {HE} (VP (VBP see) (NP (NP (PRP it)) (VP {SIR}))))",
            f"(S {HE} (VP (VBP see) (NP (NP (PRP it)))) {SIR})",
            id="all of a phrase",
        ),
        pytest.param(
            f"(S {HE} (VP (VBP see) (, ,) (NP (NP (PRP it)) {SIR})) (. .))",
            f"(S {HE} (VP (VBP see) (, ,) (NP (NP (PRP it)))) {SIR} (. .))",
            id="the last of two commas",
        ),
        pytest.param(f"(S {HE} (VP (VBP see)) {SIR} (. .))", None, id="as it should be"),
        pytest.param(f"(S {HE} (VP (VBP see) (, ,) (NP (NN rain))) (. .))", None, id="nobody"),
        pytest.param(f"(S {HE} (VP (VBP see) (, ,) (NP (DT a) (NN man))) (. .))", None, id="somebody else"),
        pytest.param(f"(S {HE} (VP (VBP see) (, ,) (NP (PRP$ my) (JJ poor))) (. .))", None, id="no name"),
        pytest.param(f"(S {HE} (VP (VBP see) (NP (NN sir))) (. .))", None, id="no comma"),
        pytest.param(f"(S {HE} (VP (VBP see) (, ,) (NN sir)) (. .))", None, id="no phrase"),
        pytest.param(f"(S {HE} (VP {SIR}) (. .))", None, id="nothing left"),
        pytest.param(f"(S (S (VP (VB go))) (CC and) (S (VP (VB go) {SIR})) (. .))", None, id="joined clauses"),
        pytest.param(f"(S {HE} (VP (VB go) {SIR}) (. .) (S (VP (VB go))))", None, id="a sentence behind it"),
        pytest.param(f"(NP (NP (NN rain)) (VP (VBG going) {SIR}))", None, id="no clause"),
        pytest.param("(S (. .))", None, id="a mark"),
        pytest.param("(S (NN sir))", None, id="a word"),
    ],
)
def test_those_spoken_to_are_under_the_clause(before, after):
    made = with_vocatives(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_vocatives(made) == made


@pytest.mark.parametrize("wrapper", ["TOP", "ROOT", ""])
def test_a_wrapper_stays(wrapper):
    clause = Tree.from_string(f"(S (VP (VB Go) {SIR}) (. .))")
    assert with_vocatives(Tree(wrapper, [clause])) == Tree(wrapper, [with_vocatives(clause)])
    assert with_vocatives(clause) != clause
    for kept in (Leaf("sir", "NN"), Tree("NP", [Leaf("sir", "NN")])):
        assert with_vocatives(Tree(wrapper, [kept])) == Tree(wrapper, [kept])
