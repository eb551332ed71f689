from __future__ import annotations

import pytest
from english.conventions.wh import with_wh_phrases
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.tree import Tree


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(SBAR (NP (WDT that)) (S (VP (VBZ flies))))", "(SBAR (WHNP (WDT that)) (S (VP (VBZ flies))))"),
        ("(SBAR (ADVP (WRB when)) (S (VP (VBZ flies))))", "(SBAR (WHADVP (WRB when)) (S (VP (VBZ flies))))"),
        (
            "(SBARQ (NP (ADJP (WRB How) (JJ many)) (NNS kings)) (SQ (VBP are) (NP (EX there))) (. ?))",
            "(SBARQ (WHNP (WHADJP (WRB How) (JJ many)) (NNS kings)) (SQ (VBP are) (NP (EX there))) (. ?))",
        ),
        (
            "(SBARQ (NP (NP (WDT What) (NN kind)) (PP (IN of) (NP (NN bird)))) (SQ (VP (VBZ is) (NP (PRP it)))))",
            "(SBARQ (WHNP (WHNP (WDT What) (NN kind)) (PP (IN of) (NP (NN bird)))) (SQ (VBZ is) (NP (PRP it))))",
        ),
        (
            "(SBARQ (WHNP (WP Who)) (SQ (VBD saw) (NP (PRP him))) (. ?))",
            "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD saw) (NP (PRP him)))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP Who)) (S (VP (VBD saw) (NP (PRP him)))) (, ,) (S (NP (PRP I)) (VP (VBP ask))) (. ?))",
            "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD saw) (NP (PRP him)))) (, ,) (S (NP (PRP I)) (VP (VBP ask))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP What)) (VP (VBZ is) (NP (DT that))) (. ?))",
            "(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT that))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP Who)) (SQ (VBD saw) (NP (PRP him))) (CC and) (SQ (VBD told) (NP (PRP you))))",
            "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD saw) (NP (PRP him)))) (CC and) (SQ (VP (VBD told) (NP (PRP you)))))",
        ),
        (
            "(SBARQ (WHNP (WP Who)) (, ,) (S (VP (VBP say))) (, ,) (SQ (VP (VBZ is) (NP (DT that)))) (. ?))",
            "(SBARQ (WHNP (WP Who)) (, ,) (S (VP (VBP say))) (, ,) (SQ (VBZ is) (NP (DT that))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP What)) (SQ (VP (VBP ai) (NP (DT that)))) (. ?))",
            "(SBARQ (WHNP (WP What)) (SQ (VBP ai) (NP (DT that))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP What)) (SQ (VBZ has) (NP (CD four) (NNS legs))) (. ?))",
            "(SBARQ (WHNP (WP What)) (SQ (VP (VBZ has) (NP (CD four) (NNS legs)))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP Who)) (SQ (VBD did) (RB n't) (VP (VB see) (NP (PRP it)))) (. ?))",
            "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD did) (RB n't) (VP (VB see) (NP (PRP it))))) (. ?))",
        ),
        (
            "(SBARQ (WHNP (WP What)) (VP (VBP ’m) (NP (PRP I))) (. ?))",
            "(SBARQ (WHNP (WP What)) (SQ (VBP ’m) (NP (PRP I))) (. ?))",
        ),
    ],
)
def test_wh_phrases(before, after):
    mended = with_wh_phrases(Tree.from_string(before))
    assert str(mended) == after
    assert with_wh_phrases(mended) == mended, "what is right stays so"


@pytest.mark.parametrize(
    "kept",
    [
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (VP (VBG coming)))) (. ?))",  # the subject is asked for
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ sees) (NP (PRP him)))) (. ?))",
        "(SBARQ (WHADVP (WRB Where)) (SQ (VBZ goes) (NP (PRP he))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBZ does) (NP (PRP he)) (VP (VB see))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBD did) (RB not) (NP (PRP he)) (VP (VB see))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBP do) (ADVP (RB really)) (NP (PRP you)) (VP (VB want))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (RB not) (NP (DT a) (NN king)))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (RB n't) (NP (DT a) (NN king)))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (NP (NN king))) (CC and) (VP (VBZ rides))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (NP (NN king))) (, ,) (VP (VBZ rides))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ is) (NP (NN king)) (CC or) (VP (VBZ rides)))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBP d') (NP (PRP ye)) (ADVP (RB now))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBP ai) (RB n't) (ADJP (JJ right))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBP dost) (NP (DT the) (NN king)) (VP (VB see))) (. ?))",  # not in our list
        "(SBARQ (WHNP (WP What)) (SQ (VBP dost) (RB n't) (NP (DT the) (NN king)) (VP (VB see))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VB say) (NP (PRP you))) (. ?))",
        "(SBARQ (WHNP (WP What)) (SQ (VBD said) (NP (PRP he))) (. ?))",
        "(SBARQ (WHNP (WP Who)) (VP (VBD came)) (CC and) (VP (VBD saw)) (. ?))",  # coordinated
        "(SBARQ (WHNP (WP Who)) (VP (VBD came)) (, ,) (VP (VBD saw)) (. ?))",
        "(SBARQ (WHNP (WP Who)) (S (VP (VBD came))) (CC and) (S (VP (VBD saw))) (. ?))",
        "(SBAR (IN that) (S (NP (PRP he)) (VP (VBZ rides))))",
        "(SBAR (PP (IN in)) (S (VP (VBZ rides))))",
        "(SBAR (NP (DT all)) (S (VP (VBZ rides))))",
        "(S (NP (WP who)) (VP (VBZ rides)))",
    ],
)
def test_what_stays(kept):
    tree = Tree.from_string(kept)
    assert with_wh_phrases(tree) == tree


def test_phrases_in_phrases():
    deep = "(SBAR " + "(NP " * 5_000 + "(WP who)" + ")" * 5_000 + " (S (VP (VBZ rides))))"
    assert str(with_wh_phrases(Tree.from_string(deep))) == deep.replace("(NP", "(WHNP")


def around(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inside = st.lists(parts, min_size=1, max_size=3).map(" ".join)
    over = st.sampled_from(["(SBARQ (NP (WP Who)) {})", "(SQ {})", "(S {})", "(VP {})", "(VP (VBZ is) {})", "(NP {})"])
    return st.builds(str.format, over, inside)


@given(st.recursive(st.sampled_from(["(VBZ is)", "(VBD saw)", "(RB n't)", "(PRP you)", "(CC and)"]), around))
def test_words_stay_and_twice_is_once(text):
    tree = Tree.from_string(f"(SBARQ (NP (WP Who)) {text})")
    once = with_wh_phrases(tree)
    assert once.leaves == tree.leaves
    assert with_wh_phrases(once) == once
