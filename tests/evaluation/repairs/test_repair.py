"""Repairs: hand-worked ones, and what holds of any."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from hypothesis import given, settings

from evaluation.repairs.cases import CASES, Case, pairs
from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.category import Category
from rightmost.evaluation.repairs.repair import Repair, repaired, repairs_of
from rightmost.evaluation.repairs.repair_node import compared_brackets
from rightmost.trees.tree import Leaf, Span, Tree
from strategies import long_tree


def check(gold: Tree, predicted: Tree) -> list[Repair]:
    """The repairs, after checking that they attribute each difference once and lead to the gold tree."""
    one, other = sentence_of(gold, COLLINS), sentence_of(predicted, COLLINS)
    repairs = repairs_of(one, other)
    golds, predictions = Counter(compared_brackets(one)), Counter(compared_brackets(other))
    assert Counter(span for repair in repairs for span in repair.missing) == golds - predictions
    assert Counter(span for repair in repairs for span in repair.extra) == predictions - golds
    assert Counter(repaired(one, other)) == golds
    scores = evaluate([gold], [predicted])
    if other.words:
        differences = scores.gold_brackets + scores.predicted_brackets - 2 * scores.matched_brackets
        assert sum(repair.brackets for repair in repairs) == differences
    assert all(repair.brackets for repair in repairs)
    return repairs


@pytest.mark.parametrize("case", CASES, ids=[f"{case.repairs[0][0].value}: {case.repairs[0][1]}" for case in CASES])
def test_by_hand(case: Case):
    repairs = check(Tree.from_string(case.gold), Tree.from_string(case.predicted))
    assert [(repair.category, str(repair.change), repair.brackets) for repair in repairs] == case.repairs


def test_each_category_has_two_cases():
    assert all(sum(case.repairs[0][0] is category for case in CASES) >= 2 for category in Category)


@settings(max_examples=600, deadline=None)
@given(pairs())
def test_every_difference_is_attributed_once_and_the_trees_end_equal(pair: tuple[Tree, Tree]):
    check(*pair)


@given(pairs())
@settings(deadline=None)
def test_a_tree_needs_no_repair_into_itself(pair: tuple[Tree, Tree]):
    assert check(pair[0], pair[0]) == []


@pytest.mark.parametrize("seed", range(3))
def test_long_trees(seed: int):
    assert len(check(long_tree(seed, 120), long_tree(seed + 100, 120))) > 50


def test_any_depth():
    def chain(depth: int) -> Tree:
        return Tree.from_flat((*[("NP", 1)] * depth, (Leaf("Arthur", "NNP"), -depth)))  # type: ignore[arg-type]

    deep, shallow = chain(sys.getrecursionlimit() + 100), chain(sys.getrecursionlimit() + 90)
    assert len(check(deep, shallow)) == len(check(shallow, deep)) == 10


def test_what_evalb_does_not_see_is_no_error():
    gold = Tree.from_string("(TOP (S (NP-SBJ (PRP He)) (PRT (RP up)) (VP (VBD sat) (. .))))")
    predicted = Tree.from_string("(ROOT (S (NP (PRP He)) (ADVP (RP up)) (VP (VBD sat)) (. .)))")
    assert check(gold, predicted) == []


def test_the_order_of_a_unary_chain_is_not_seen():
    assert check(Tree.from_string("(S (VP (VB go)))"), Tree.from_string("(VP (S (VB go)))")) == []


def test_a_missing_node_goes_where_the_gold_tree_has_it():
    predicted = Tree.from_string("(S (VB go))")
    (repair,) = check(Tree.from_string("(S (VP (VB go)))"), predicted)
    assert repair.category is Category.SINGLE_WORD_PHRASE
    (repair,) = check(Tree.from_string("(FRAG (S (VB go)))"), predicted)
    assert repair.category is Category.UNARY
    inner, outer = check(Tree.from_string("(S (VP (VB go)))"), Tree.from_string("(TOP (VB go))"))
    assert (inner.category, str(inner.change)) == (Category.SINGLE_WORD_PHRASE, "missing VP")
    assert (outer.category, str(outer.change)) == (Category.UNARY, "missing S")


def test_an_extra_bracket_moved_to_a_wrong_place_is_attributed_as_predicted():
    gold = Tree.from_string("(S (NN z) (NP (NN a) (NN b) (NN c)) (VP (VB e)))")
    predicted = Tree.from_string("(S (X (NN z) (NP (NN a) (NN b))) (NN c) (VP (VB e)))")
    first, second = check(gold, predicted)
    assert (str(first.change), first.extra) == ("NN moves from S to NP", (Span(1, 3, "NP"),))
    assert (str(second.change), second.extra) == ("extra X", (Span(0, 3, "X"),))
    assert (second.left, second.right) == (0, 4)


def test_of_equal_moves_the_smaller_one_is_made():
    gold = Tree.from_string("(S (NP (NN a) (NN b)) (PP (IN c)) (VP (VB d) (NN e)))")
    predicted = Tree.from_string("(S (NP (NN a) (NN b) (PP (IN c))) (VP (VB d) (NN e)))")
    (repair,) = check(gold, predicted)
    assert (str(repair.change), repair.left, repair.right) == ("PP moves from NP to S", 2, 3)
