from __future__ import annotations

import pytest
from english.conventions.amounts import with_amounts
from english.conventions.clauses import with_joined_clauses
from english.conventions.inversion import with_inversions
from english.conventions.list_items import with_list_items
from english.conventions.penn import in_penn_style
from english.conventions.prepositions import with_prepositions
from english.conventions.rights import with_rights
from english.conventions.small_clauses import with_small_clauses
from english.conventions.vocatives import with_vocatives
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.tree import Leaf, Tree
from strategies import trees

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
    "sir",
    "so",
    "do",
    "due",
    "respect",
    "for",
    "1",
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
    "LS",
    "$",
    "DT",
    "VBZ",
]
LABELS = ["S", "SQ", "SINV", "SBAR", "SBARQ", "NP", "VP", "PP", "ADJP", "QP", "PRN", "WHNP", "ADVP"]


@given(trees(leaf=st.builds(Leaf, st.sampled_from(WORDS), st.sampled_from(TAGS)), label=st.sampled_from(LABELS)))
def test_words_stay_in_any_tree(tree):
    assert in_penn_style(tree).words == tree.words


DEEP = 10_000
WORD, COMMA = Leaf("sir", "NN"), Leaf(",", ",")


@pytest.mark.parametrize("label", ["S", "NP", "TOP"])
@pytest.mark.parametrize("beside", [COMMA, Tree("VP", [Leaf("do", "VBP"), Tree("NP", [WORD])]), Leaf("1", "LS")])
@pytest.mark.parametrize(
    "mended",
    [
        with_vocatives,
        with_inversions,
        with_joined_clauses,
        with_small_clauses,
        with_amounts,
        with_prepositions,
        with_rights,
        with_list_items,
    ],
)
def test_no_depth_is_too_much(mended, beside, label):
    right = left = alone = Tree(label, [WORD])
    for _ in range(DEEP):
        right, left, alone = Tree(label, [beside, right]), Tree(label, [left, beside]), Tree(label, [alone])
    for tree in (right, left, alone):
        assert mended(tree).words == tree.words


@pytest.mark.parametrize("wrapper", ["TOP", "ROOT", "S", "SQ"])
@pytest.mark.parametrize("leaf", [WORD, COMMA, Leaf(".", "."), Leaf("1", "LS"), Leaf("so", "RB"), Leaf("2", "CD")])
def test_one_leaf(wrapper, leaf):
    made = in_penn_style(Tree(wrapper, [leaf]))
    assert made.leaves == (leaf,)
    assert in_penn_style(made) == made


def test_all_conventions_are_followed():
    of, who = "(PP (IN of) (NP (NN war)))", "(WHNP (WP who))"
    made = in_penn_style(
        Tree.from_string(
            f"(SINV (NP (NP (NP (NN man)) {of}) (SBAR {who} (S (VP (VBD was) (VP (VBN named) (NP (NN king)))))))"
            f" (VP (VBZ is) (ADJP (ADJP (CD 6) (NNS feet) (JJ tall)) (CC and) {of})))"
        )
    )
    assert str(made) == (
        f"(S (NP (NP (NN man)) {of} (SBAR {who} (S (VP (VBD was) (VP (VBN named) (S (NP (NN king))))))))"
        f" (VP (VBZ is) (UCP (ADJP (NP (CD 6) (NNS feet)) (JJ tall)) (CC and) {of})))"
    )


def test_dashes_tagged_as_commas_make_an_aside():
    made = in_penn_style(Tree.from_string("(S (NP (NNP Arthur)) (, --) (INTJ (UH alas)) (, --) (VP (VBZ rides)))"))
    assert str(made) == "(S (NP (NNP Arthur)) (PRN (: --) (INTJ (UH alas)) (: --)) (VP (VBZ rides)))"
