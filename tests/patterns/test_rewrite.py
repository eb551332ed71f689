"""Rewriting whole trees: Tsurgeon's own examples, and rewrites that never end."""

from __future__ import annotations

import pickle

import pytest

from rightmost.errors import BadUsage, RightmostError
from rightmost.patterns.fault import PatternError
from rightmost.patterns.pattern import Pattern
from rightmost.patterns.rewrite import Rewrite
from rightmost.trees.tree import Tree
from strategies import ARTHUR

# The shape of the tree in README-tsurgeon.txt, over other words.
SUBJECT, REST = "(NP (NNP Arthur))", "(PP (IN in) (NP (NNP May)))"
TREE = Tree.from_string(f"(TOP (S {SUBJECT} (VP (VBD was) (VP (VBN crowned) {REST})) (. .)))")
LONG_SUBJECT = f"(NP (DET A) (NN man) {SUBJECT})"


def rewritten(pattern: str, operations: str, tree: Tree = TREE) -> str:
    return str(Rewrite(Pattern(pattern), operations).apply(tree))


@pytest.mark.parametrize(
    ("pattern", "operations", "expected"),
    [
        ("VP < PP=prep", "delete prep", f"(S {SUBJECT} (VP (VBD was) (VP (VBN crowned))) (. .))"),
        ("S < (NP < NNP=noun)", "prune noun", f"(S (VP (VBD was) (VP (VBN crowned) {REST})) (. .))"),
        (
            "VP < PP=prep",
            "excise prep prep",
            f"(S {SUBJECT} (VP (VBD was) (VP (VBN crowned) (IN in) (NP (NNP May)))) (. .))",
        ),
        ("VP=verb < PP=prep", "excise verb prep", f"(S {SUBJECT} (VP (VBD was) (IN in) (NP (NNP May))) (. .))"),
        (
            "VP=v < PP=prep",
            "relabel prep verbPrep",
            f"(S {SUBJECT} (VP (VBD was) (VP (VBN crowned) (verbPrep (IN in) (NP (NNP May))))) (. .))",
        ),
        (
            "/^VB.+/=v",
            "relabel v /^VB(.*)$/$1/",
            f"(S {SUBJECT} (VP (D was) (VP (N crowned) {REST})) (. .))",
        ),
        (
            "S < (NP < (NNP=name !$- DET))",
            "insert (DET Mr.) $+ name",
            f"(S (NP (DET Mr.) (NNP Arthur)) (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        ("VP=verb < PP=prep", "move prep $- verb", f"(S {SUBJECT} (VP (VBD was) (VP (VBN crowned))) {REST} (. .))"),
        (
            "S < (NP=name < NNP)",
            "replace name (NP (DET A) (NN man))",
            f"(S (NP (DET A) (NN man)) (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        (
            "S < (NP=name < NNP)",
            "adjoin (NP (DET A) (NN man) NP@) name",
            f"(S {LONG_SUBJECT} (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        (
            "S < (NP=name < NNP)",
            "adjoinH ((NP (DET A) (NN man) NP@)) name",
            f"(S (NP {LONG_SUBJECT}) (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        (
            "S < (NP=name < NNP)",
            "adjoinH ((DET A) (NN man) NP@) name",
            f"(S {LONG_SUBJECT} (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        (
            "S < (NP=name < NNP)",
            "adjoinF (NP(DET A) (NN man) @) name",
            f"(S {LONG_SUBJECT} (VP (VBD was) (VP (VBN crowned) {REST})) (. .))",
        ),
        (
            "NP=node < NNP=name",
            "coindex node name",
            "(S (NP-1 (NNP-1 Arthur)) (VP (VBD was) (VP (VBN crowned) (PP (IN in) (NP-2 (NNP-2 May))))) (. .))",
        ),
    ],
)
def test_tsurgeons_examples(pattern, operations, expected):
    assert rewritten(pattern, operations) == expected


def test_a_match_may_take_several_operations():
    found = rewritten("S < NP=np < VP=vp !<< trace", "insert (NP (-NONE-=new trace)) >1 vp\ncoindex new np")
    assert found.startswith("(S (NP-1 (NNP Arthur)) (VP (NP (-NONE--1 trace)) (VBD was)")


def test_all_matches_are_rewritten_and_a_tree_without_any_is_the_same_one():
    assert rewritten("NP=np < NNP", "relabel np NX").count("(NX ") == 2
    assert Rewrite(Pattern("SBAR=s"), "delete s").apply(TREE) is TREE


def test_labels_take_groups_names_and_variables():
    found = rewritten("/^N(.)$/#1%letter=n < __=child", "relabel n /^.*$/={child}-%{letter}/")
    assert found.startswith("(S (NNP-P (NNP Arthur))")


def test_a_match_that_changes_nothing_is_passed_over():
    assert rewritten("/^N/=n", "relabel n /^NP$/NX/").count("(NX ") == 2


@pytest.mark.parametrize(
    ("pattern", "operations", "message"),
    [
        ("S=s", "insert (NP (NN foo)) >-1 s", "still matches after 236 rewrites, and might do so for ever"),
        ("TOP|S=s", "delete s", "nothing is left of the tree"),
        ("NNP=n", "delete n", "(NP) is left without words; prune takes such a node away as well"),
        ("NP=n ?< DT=d", "delete d", "delete: this match names no d; put 'if exists d' before it"),
    ],
)
def test_what_cannot_be_rewritten(pattern, operations, message):
    with pytest.raises(RightmostError) as raised:
        rewritten(pattern, operations)
    assert str(raised.value) == f"rewriting by {operations!r}: {message}; the tree is {str(TREE)[:60]}..."
    assert raised.value.exit_code == 1


def test_the_number_of_rewrites_can_be_set():
    rewrite = Rewrite(Pattern("NP=np"), "relabel np NX")
    assert str(rewrite.apply(TREE, most=2)).count("NX") == 2
    with pytest.raises(RightmostError, match="still matches after 1 rewrites"):
        rewrite.apply(TREE, most=1)


def test_names_are_those_of_the_pattern():
    with pytest.raises(BadUsage, match="the operation needs a node named 'x'; the pattern names np, vp"):
        Rewrite(Pattern("NP=np $ VP=vp"), "insert (NN a) >1 x")
    with pytest.raises(BadUsage, match="needs a node named 'np'; the pattern names nothing"):
        Rewrite(Pattern("NP"), "delete np")
    with pytest.raises(PatternError, match="operation:1:1: no operation 'drop'"):
        Rewrite(Pattern("NP=np"), "drop np")


def test_it_is_a_value():
    rewrite = Rewrite(Pattern("VP < PP=pp"), "prune pp")
    assert rewrite == Rewrite(Pattern("VP < PP=pp"), "prune pp")
    assert pickle.loads(pickle.dumps(rewrite)).apply(TREE) == rewrite.apply(TREE)


def test_a_deep_tree():
    size = 300
    tree = Tree.from_string("(A " * size + "(T w)" + ")" * size)
    assert str(Rewrite(Pattern("A=a !> A"), "relabel a B").apply(tree)).count("B") == size
    assert str(Rewrite(Pattern("XX=x"), "delete x").apply(Tree.from_string(ARTHUR))) == ARTHUR
