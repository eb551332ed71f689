from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.trees.asides import with_asides
from rightmost.trees.tree import Tree
from strategies import long_tree

OPEN, CLOSE = "(-LRB- -LRB-)", "(-RRB- -RRB-)"


def of(text: str) -> Tree:
    return Tree.from_string(text.replace("[", OPEN).replace("]", CLOSE))


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
        "(S (NP (LS a) ]) (VP (VB b)))",
        "(S (NP [ (NN a)) (VP (VB b) ]))",  # in different phrases
        "(NP (NN a) [ ])",
    ],
)
def test_what_is_left_alone(kept):
    assert with_asides(of(kept)) == of(kept)


@given(st.integers(0, 10_000), st.integers(2, 40))
def test_words_tags_and_brackets_that_were_there_stay(seed, words):
    tree = long_tree(seed, words)
    places = seed % words, (seed // 7) % words
    tags = {min(places): "-LRB-", max(places): "-RRB-"}
    tree = tree.with_leaves([leaf._replace(tag=tags.get(place, "NN")) for place, leaf in enumerate(tree.leaves)])
    mended = with_asides(tree)
    assert mended.leaves == tree.leaves
    assert len(mended.spans()) >= len(tree.spans()) - 1
