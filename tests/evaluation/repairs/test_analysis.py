"""Whole files: which sentences are compared, and what adds up."""

from __future__ import annotations

import pytest

from evaluation.repairs.cases import CASES
from rightmost.errors import MismatchedTrees
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.repairs.analysis import Count, analyse
from rightmost.evaluation.repairs.category import Category
from rightmost.trees.tree import Tree
from strategies import ARTHUR

COMMA = Tree.from_string("(S (ADVP (RB Now)) (, ,) (VP (VB sit)))")
MISTAGGED = Tree.from_string("(S (RB Now) (IN ,) (VP (VB sit)))")
GOLD = [Tree.from_string(case.gold) for case in CASES]
PREDICTED = [Tree.from_string(case.predicted) for case in CASES]


def test_errors_and_brackets_add_up_to_evalbs():
    analysis, scores = analyse(GOLD, PREDICTED), evaluate(GOLD, PREDICTED)
    repairs = [repair for case in CASES for repair in case.repairs]
    differences = scores.gold_brackets + scores.predicted_brackets - 2 * scores.matched_brackets
    assert analysis.total == Count(len(repairs), differences)
    assert sum(count.errors for count in analysis.counts().values()) == len(repairs)
    assert analysis.counts()[Category.COORDINATION] == Count(3, 5)
    assert analysis.unset == pytest.approx(600 / len(repairs))
    assert (analysis.sentences, analysis.compared) == (len(CASES), len(CASES))


def test_trees_that_are_not_there_are_skipped():
    analysis = analyse([GOLD[0], GOLD[0], None], [None, PREDICTED[0], None])
    assert (analysis.sentences, analysis.compared, analysis.skipped) == (3, 1, (1, 3))
    assert [error.number for error in analysis.errors] == [2]


def test_punctuation_tagged_differently_is_left_out_unless_gold_tags():
    analysis = analyse([COMMA], [MISTAGGED])
    assert (analysis.compared, analysis.tagged_apart, analysis.errors, analysis.unset) == (0, (1,), (), 0)
    analysis = analyse([COMMA], [MISTAGGED], gold_tags=True)
    assert (analysis.compared, analysis.total) == (1, Count(1, 1))


def test_words_are_found_among_all_the_words():
    (error,) = analyse([COMMA], [Tree.from_string("(S (X (RB Now)) (, ,) (VP (VB sit)))")]).errors
    assert (error.words, error.counted) == (("Now", ",", "sit"), (0, 2))
    assert error.words_at(0, 2) == range(0, 3)


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        ("(S (NN Arthur) (NN was))", "sentence 1 is over other words than the gold tree: word 2 is 'was', not 'is'"),
        ("(S (NN Arthur))", "sentence 1 is over other words than the gold tree: 1 of them, not 6"),
    ],
)
def test_other_words(predicted, message):
    with pytest.raises(MismatchedTrees) as raised:
        analyse([Tree.from_string(ARTHUR)], [Tree.from_string(predicted)])
    assert str(raised.value) == message


def test_another_number_of_trees():
    with pytest.raises(MismatchedTrees, match="2 gold trees, but 1 predicted"):
        analyse(GOLD[:2], PREDICTED[:1])


def test_traces_need_not_be_in_both_trees():
    gold = Tree.from_string("(S (NP (-NONE- *)) (VP (VB sit) (ADVP (RB down))))")
    (error,) = analyse([gold], [Tree.from_string("(S (VP (VB sit) (RB down)))")]).errors
    assert (error.words, error.repair.category) == (("sit", "down"), Category.SINGLE_WORD_PHRASE)
