from __future__ import annotations

import pytest
from english.conventions.inversion import with_inversions

from rightmost.trees.tree import Tree

SAID = "(VP (VBD said)) (NP (PRP he))"
ASIDE = f"(PRN (SINV {SAID}))"
WENT = "(S (NP (PRP I)) (VP (VBD went)))"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            f"(SINV (`` ``) {WENT} (, ,) ('' '') {SAID} (, ,) (`` ``) (CC but) {WENT} (. .) ('' ''))",
            f"(S (`` ``) {WENT} (, ,) ('' '') {ASIDE} (, ,) (`` ``) (CC but) {WENT} (. .) ('' ''))",
            id="two clauses",
        ),
        pytest.param(
            f"(S (`` ``) (UH Now) (, ,) ('' '') {SAID} (ADVP (RB slowly)) (, ,) (`` ``) (NP (PRP I)) (VP (VBP go)))",
            f"(S (`` ``) (UH Now) (, ,) ('' '') (PRN (SINV {SAID} (ADVP (RB slowly)))) (, ,) (`` ``)"
            " (NP (PRP I)) (VP (VBP go)))",
            id="one clause, and how it is said",
        ),
        pytest.param(
            f"(SINV (`` ``) (NP (NN Sir)) ('' '') {SAID} (`` ``) (WHNP (WP who)) (SQ (VBZ is) (NP (DT that))))",
            f"(SBARQ (`` ``) (NP (NN Sir)) ('' '') {ASIDE} (`` ``) (WHNP (WP who)) (SQ (VBZ is) (NP (DT that))))",
            id="a question",
        ),
        pytest.param(
            "(S (CC Nor) (SQ (VBD did) (NP (PRP he)) (VP (VB go))))",
            "(S (CC Nor) (SINV (VBD did) (NP (PRP he)) (VP (VB go))))",
            id="behind nor",
        ),
        pytest.param(
            "(SQ (`` ``) (PP (RB Only) (IN at) (NP (NN noon))) (VBD did) (NP (PRP he)) (VP (VB go)))",
            "(SINV (`` ``) (PP (RB Only) (IN at) (NP (NN noon))) (VBD did) (NP (PRP he)) (VP (VB go)))",
            id="behind a negative phrase",
        ),
        pytest.param(
            f"(SINV (`` ``) (UH a) ('' '') {SAID} (`` ``) (UH b) ('' '') {SAID} (`` ``) {WENT})",
            f"(S (`` ``) (UH a) ('' '') {ASIDE} (`` ``) (UH b) ('' '') {ASIDE} (`` ``) {WENT})",
            id="two speakers",
        ),
        pytest.param(
            "(SQ (RB Never) (MD would) (NP (PRP I)) (VP (VB go)) (SQ (VBD had) (NP (PRP I)) (VP (VBN k))))",
            "(SINV (RB Never) (MD would) (NP (PRP I)) (VP (VB go)) (SBAR (SINV (VBD had) (NP (PRP I)) (VP (VBN k)))))",
            id="never, had I known",
        ),
        pytest.param(
            "(SINV (`` ``) (NP (NN Fire)) (. !) ('' '') (NP (PRP he)) (ADVP (RB then)) (VP (VBD said)) (. .))",
            "(S (`` ``) (NP (NN Fire)) (. !) ('' '') (NP (PRP he)) (ADVP (RB then)) (VP (VBD said)) (. .))",
            id="nothing inverted",
        ),
        pytest.param(
            "(S (CC and) (RB so) (VP (MD should) (NP (PRP you))) (. .))",
            "(SINV (CC and) (RB so) (VP (MD should)) (NP (PRP you)) (. .))",
            id="so should you",
        ),
        pytest.param(
            "(S (CC Nor) (VP (VBP am) (NP (PRP I))))", "(SINV (CC Nor) (VP (VBP am)) (NP (PRP I)))", id="nor am I"
        ),
        pytest.param(
            "(S (ADVP (RB Thus)) (VP (VBD ended) (NP (DT the) (NN war))) (. .))",
            "(SINV (ADVP (RB Thus)) (VP (VBD ended)) (NP (DT the) (NN war)) (. .))",
            id="thus ended the war",
        ),
        pytest.param(
            "(S (NP (JJ Such)) (VP (VBZ is) (NP (NN life))) (. .))",
            "(SINV (NP (JJ Such)) (VP (VBZ is)) (NP (NN life)) (. .))",
            id="such is life",
        ),
    ],
)
def test_inversions_get_their_labels(given, expected):
    assert str(with_inversions(Tree.from_string(given))) == expected
    assert str(with_inversions(Tree.from_string(expected))) == expected


@pytest.mark.parametrize(
    "kept",
    [
        f"(SINV (`` ``) {WENT} (, ,) ('' '') {SAID} (. .))",  # the speech is over
        f"(SINV (`` ``) {WENT} (, ,) ('' '') {SAID} (. .) (`` ``))",  # the next one is another sentence's
        f"(SINV (`` ``) {WENT} (, ,) ('' '') {SAID} (: ;) (`` ``) {WENT} (. .))",  # two sentences
        f"(SINV (`` ``) {WENT} ('' '') {SAID} (. .) (`` ``) {WENT} (. .))",
        "(SINV (PP (IN In) (NP (PRP it))) (VP (VBZ is)) (NP (NN a)) (, ,) (`` ``) (NP (NN b)) ('' ''))",  # no speech
        "(SQ (ADVP (RB Now)) (VBD did) (NP (PRP he)) (VP (VB go)) (. ?))",
        "(SQ (NP (RB Only) (PRP you)) (VP (VBD saw)) (. ?))",
        "(SQ (VBD Had) (NP (PRP he)) (VP (VBN known)) (. ?))",
        "(S (SQ (VBD Had) (NP (PRP he)) (VP (VBN known))))",
        "(S (SQ (VBD Had) (NP (PRP he)) (VP (VBN known))) (. .))",  # a condition of nothing
        "(S (SQ (VBD had) (NP (PRP he)) (VP (VBN known))) (CC and) (S (NP (PRP I)) (VP (VBD went))))",
        f"(SINV (`` ``) (NP (NN Fire)) (. !) ('' '') {SAID} (. .))",  # what is said is no subject
        "(SINV (NP (RB Only) (PRP it)) (VP (VBZ is)) (SBAR (IN that) (S (VP (VBD went)))))",  # nor is this
        "(SINV (NP (RB Never)) (MD would) (NP (PRP I)) (VP (VB go)))",
        "(SINV (VP (VBD went)))",
        "(S (ADVP (RB So)) (VP (VB do) (NP (PRP it))) (. .))",  # an order
        "(S (NP (DT Neither)) (VP (VBZ is) (NP (DT a) (NN king))) (. .))",  # a subject
        "(S (ADVP (RB So)) (VP (VBD saw) (NP (PRP I))) (. .))",
        "(S (ADVP (RB So) (RB far)) (VP (VBP do) (NP (PRP I))) (. .))",
        "(S (ADVP (RB So)) (VP (VBP do) (NP (PRP I)) (ADVP (RB now))))",
        "(S (ADVP (RB So)) (NP (PRP he)) (VP (VBD had) (NP (PRP it))))",
        "(S (NP (PRP he)) (ADVP (RB thus)) (VP (VBD ended) (NP (DT the) (NN war))))",
        "(S (ADVP (RB Thus)) (VP (VBG ending) (NP (DT the) (NN war))))",
        "(NP (NN a))",
    ],
)
def test_other_trees_are_left_alone(kept):
    assert str(with_inversions(Tree.from_string(kept))) == kept


def test_a_thousand_speakers_are_apart():
    said = f"('' '') {SAID} (`` ``) (UH a) "
    mended = with_inversions(Tree.from_string(f"(S (UH a) {1000 * said}{WENT})"))
    assert str(mended).count(ASIDE) == 1000
