from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.conventions.penn import in_penn_style
from rightmost.trees.tree import Leaf, Tree
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
        pytest.param("(VP (VBZ has) (VP (VBN called) (NP (DT the) (NN police))))", None, id="has called"),
        pytest.param("(VP (VBD was) (VP (VBN named) (NP (PRP him)) (NP (NN king))))", None, id="two of them"),
        pytest.param("(NP (S (NP (NN a))) (PP (IN of) (NP (NN b))))", None, id="no name"),
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
        pytest.param("(VP (VBD lost) (NP (QP (CD 5) (TO to) (CD 10)) (NNS pounds)))", None, id="a range that is lost"),
        pytest.param("(VP (VBD fell) (NP (QP (IN from) (CD 2) (TO to) (CD 1)) (NNS points)))", None, id="from"),
        pytest.param(
            "(VP (VBD rose) (NP (QP ($ $) (CD 2) (CD million) (TO to) ($ $) (CD 10) (CD million))))",
            "(VP (VBD rose) (NP (QP ($ $) (CD 2) (CD million))) (PP (TO to) (NP (QP ($ $) (CD 10) (CD million)))))",
            id="millions",
        ),
    ],
)
def test_nouns_names_and_amounts(before, after):
    made = in_penn_style(Tree.from_string(before))
    assert str(made) == (after or before)
    assert in_penn_style(made) == made


WORDS = [
    "called",
    "rose",
    "to",
    "never",
    "nor",
    "had",
    "has",
    "?",
    "--",
    "-",
    ";",
    ".",
    '"',
    "much",
    "old",
    "10",
    "said",
    "who",
    "of",
    "years",
]
TAGS = [
    "VBN",
    "VBD",
    "VB",
    "NN",
    "NNS",
    "CD",
    "TO",
    "JJ",
    "RB",
    ":",
    ".",
    ",",
    "``",
    "''",
    "CC",
    "IN",
    "PRP",
    "WP",
    "-LRB-",
    "-RRB-",
]
LABELS = ["S", "SQ", "SINV", "SBAR", "SBARQ", "NP", "VP", "PP", "ADJP", "QP", "PRN", "WHNP", "ADVP"]


@given(trees(leaf=st.builds(Leaf, st.sampled_from(WORDS), st.sampled_from(TAGS)), label=st.sampled_from(LABELS)))
def test_words_stay_in_any_tree(tree):
    assert in_penn_style(tree).words == tree.words
