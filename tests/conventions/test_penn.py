from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rightmost.conventions.penn import in_penn_style
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
