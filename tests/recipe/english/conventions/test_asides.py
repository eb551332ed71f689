from __future__ import annotations

from collections import Counter

import pytest
from english.conventions.asides import with_asides
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.tree import Tree

OPEN, CLOSE = "(-LRB- -LRB-)", "(-RRB- -RRB-)"


def of(text: str) -> Tree:
    return Tree.from_string(text.replace("[", OPEN).replace("]", CLOSE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(NP (NP (NN a)) (: --) (NP (NN b)) (: --))", "(NP (NP (NN a)) (PRN (: --) (NP (NN b)) (: --)))"),
        (
            "(S (NP (NN a)) (: —) (ADVP (RB b)) (, ,) (PP (IN c)) (: —) (VP (VB d)) (. .))",
            "(S (NP (NN a)) (PRN (: —) (ADVP (RB b)) (, ,) (PP (IN c)) (: —)) (VP (VB d)) (. .))",
        ),
        ("(NP (NN a) (: -) (NN b) (: -) (NN c))", None),  # three of a kind: no aside
        ("(NP (NP (NN a)) (: --) (NP (NN b)) (: --) (NP (NN c)))", None),
        ("(VP (VB a) (: --) (PRN (NP (NN b))) (: --) (NP (NN c)))", None),  # MASC's own
        ("(NP (NP (NN a)) (: --) (NP (NN b)))", None),
        ("(NP (: --) (NP (NN b)) (: --))", None),
        ("(VP (VB a) (: --) (: --))", None),
        ("(NP (NN mother) (: -) (IN in) (: -) (NN law))", None),
        ("(NP (CD 1) (HYPH -) (NN day) (HYPH -) (JJ old))", None),
    ],
)
def test_two_dashes_make_an_aside(before, after):
    made = with_asides(Tree.from_string(before))
    assert str(made) == (after or before)
    assert with_asides(made) == made


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(NP (NN a) [ (NN b) (CD 2) ] (NN c))", "(NP (NN a) (PRN [ (NP (NN b) (CD 2)) ]) (NN c))"),
        (
            "(S (NP (NN a)) [ (PP (IN in) (NP (NN b))) ] (VP (VB c)))",
            "(S (NP (NN a)) (PRN [ (PP (IN in) (NP (NN b))) ]) (VP (VB c)))",
        ),
        ("(S (NP (NN a)) [ (RB not) (RB so) ] (VP (VB c)))", "(S (NP (NN a)) (PRN [ (RB not) (RB so) ]) (VP (VB c)))"),
        ("(NP (NP (NN a)) (PP [ (IN in) (NP (NN b)) ]))", "(NP (NP (NN a)) (PRN [ (PP (IN in) (NP (NN b))) ]))"),
        ("(NP (NP (NN a)) (NP [ (NP (NN b)) ]))", "(NP (NP (NN a)) (PRN [ (NP (NN b)) ]))"),
        (
            "(NP (NN a) [ (NN b) ] (CC and) (NN c) [ (NN d) ])",
            "(NP (NN a) (PRN [ (NP (NN b)) ]) (CC and) (NN c) (PRN [ (NP (NN d)) ]))",
        ),
        ("(NP (NN a) [ (CD 2) ])", "(NP (NN a) (PRN [ (NP (CD 2)) ]))"),  # no number of a list
        ("(NP [ (NN Applause) ])", "(PRN [ (NP (NN Applause)) ])"),  # a whole sentence, too
        ("(NP (NN a) [ (NN b) [ (NN c) ] ])", "(NP (NN a) (PRN [ (NP (NN b) (PRN [ (NP (NN c)) ])) ]))"),
        (
            "(NP (NP (NN a)) (PP [ (IN in) [ (NN b) ] ]))",
            "(NP (NP (NN a)) (PRN [ (PP (IN in) (PRN [ (NP (NN b)) ])) ]))",
        ),
        ("(S [ (NP (NN a)) [ (NN b) ] (VP (VB c)) ])", "(S [ (NP (NN a)) (PRN [ (NP (NN b)) ]) (VP (VB c)) ])"),
    ],
)
def test_asides(before, after):
    assert with_asides(of(before)) == of(after)
    assert with_asides(of(after)) == of(after), "what is right stays so"


@pytest.mark.parametrize(
    "kept",
    [
        "(S [ (NP (NN a)) (VP (VB b)) (. .) ])",  # a sentence by itself
        "(NP (NP (NN a)) (PRN [ (NP (NN b)) ]))",
        "(NP (NP (NN a)) (PRN [ (NP (NN b)) ] (. .)))",
        "(NP (NP (NN a)) (PRN [ [ (NP (NN b)) ] ]))",
        "(S [ (CD 1) ] (NP (NN a)) (VP (VB b)))",  # the number of a list
        "(S (LST [ (LS 1) ]) (NP (NN a)) (VP (VB b)))",
        "(S (NP [ (LS 1) ]) (NP (NN a)) (VP (VB b)))",
        "(S (NP (LS a) ]) (VP (VB b)))",
        "(S (NP [ (NN a)) (VP (VB b) ]))",  # in different phrases
        "(NP (NN a) [ ])",
    ],
)
def test_what_is_left_alone(kept):
    assert with_asides(of(kept)) == of(kept)


def around(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inside = st.lists(parts, min_size=1, max_size=3).map(" ".join)
    return st.builds(str.format, st.sampled_from(["[ {} ]", "(S {})", "(NP {})", "(PRN {})"]), inside)


@given(st.recursive(st.sampled_from(["(NN a)", "(CD 1)", "(IN in)", "[", "]"]), around))
def test_no_bracket_is_lost_but_to_a_prn_and_twice_is_once(text):
    tree = of(f"(NP {text})")
    mended = with_asides(tree)
    assert mended.leaves == tree.leaves
    before, after = Counter(tree.spans()), Counter(mended.spans())
    assert Counter(span._replace(label="PRN") for span in (before - after).elements()) <= after - before
    assert with_asides(mended) == mended
