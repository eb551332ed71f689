from __future__ import annotations

import pytest
from hypothesis import given

from rightmost.conventions.penn import in_penn_style
from rightmost.trees.tree import Tree
from strategies import trees

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
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) (CC and) {THAT})", None, id="joined"),
        pytest.param(f"(NP (NP (NP (NN a)) {OF}) (, ,) (NP (NN c)))", None, id="treebanks differ"),
        pytest.param(
            "(VP (VBD was) (VP (VBN Elected) (NP (NN a)) (PP (IN in) (NP (NN b)))))",
            "(VP (VBD was) (VP (VBN Elected) (S (NP (NN a))) (PP (IN in) (NP (NN b)))))",
            id="elected",
        ),
        pytest.param("(VP (VBD elected) (NP (NN a)))", None, id="they elected"),
        pytest.param(
            "(ADJP (QP (RB about) (CD 6)) (NNS feet) (JJ tall))",
            "(ADJP (NP (QP (RB about) (CD 6)) (NNS feet)) (JJ tall))",
            id="about six feet",
        ),
        pytest.param("(ADJP (RB very) (JJ old))", None, id="very"),
        pytest.param("(ADJP (NN year) (NN round) (JJ old))", None, id="no amount"),
        pytest.param("(NP (ADJP (RB too) (JJ many)) (NNS cooks))", None, id="a noun behind it"),
        pytest.param(
            "(VP (VBD fell) (NP (CD 2) (TO to) (CD 10)))",
            "(VP (VBD fell) (NP (CD 2)) (PP (TO to) (NP (CD 10))))",
            id="without a QP",
        ),
        pytest.param("(VP (VBD took) (NP (QP (CD 2) (TO to) (CD 10)) (NNS days)))", None, id="a range"),
        pytest.param("(VP (VBD fell) (NP (CD 2) (NNS points)))", None, id="by 2"),
    ],
)
def test_nouns_names_and_amounts(before, after):
    made = in_penn_style(Tree.from_string(before))
    assert str(made) == (after or before)
    assert in_penn_style(made) == made


@given(trees())
def test_words_stay(tree):
    made = in_penn_style(tree)
    assert made.words == tree.words
    assert in_penn_style(made).words == tree.words
