"""The moves that may be best: none is missed, and to find them takes linear time."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings

from evaluation.repairs.cases import chains, pairs
from evaluation.repairs.exhaustive import best_of_all_moves
from evaluation.repairs.steps import SHAPES, steps_of
from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs import repair
from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.move import Plan, best_move
from rightmost.evaluation.repairs.repair import repairs_of
from rightmost.evaluation.repairs.repair_node import RepairNode, compared_brackets, node_of
from rightmost.trees.tree import Tree


def contents(plan: Plan | None) -> object:
    """What a plan does, so that two can be compared."""
    if plan is None:
        return None
    move = plan.move
    resized = [(id(node), span) for node, span in move.resized]
    return (
        (plan.gain, plan.collapses, plan.wrap),
        (id(move.source), move.first, move.last, id(move.target), resized),
    )


def check_every_step(gold: Tree, predicted: Tree) -> None:
    """That at each step of the repair the move found is the best of all moves, and the first of equally good ones."""

    def checked(tree: RepairNode, balance: Balance, *, more_than: int) -> Plan | None:
        found = best_move(tree, balance, more_than=more_than)
        assert contents(found) == contents(best_of_all_moves(tree, balance, more_than=more_than))
        return found

    with mock.patch.object(repair, "best_move", checked):
        repairs_of(sentence_of(gold, COLLINS), sentence_of(predicted, COLLINS))


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_the_best_of_all_moves_is_found(pair: tuple[Tree, Tree]) -> None:
    check_every_step(*pair)


@settings(max_examples=150, deadline=None)
@given(chains())
def test_the_best_of_all_moves_is_found_where_most_nodes_are_in_one_chain(pair: tuple[Tree, Tree]) -> None:
    check_every_step(*pair)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_step_takes_linear_time(shape: str) -> None:
    """Lines of code that are run to find the first move: at most twice as many for twice as many words."""

    def lines(words: int) -> int:
        gold, predicted = (sentence_of(tree, COLLINS) for tree in SHAPES[shape](words))
        tree, balance = node_of(predicted), Balance(compared_brackets(gold), compared_brackets(predicted))
        return steps_of(lambda: best_move(tree, balance, more_than=0))

    assert lines(200) <= 2.2 * lines(100)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_repair_takes_quadratic_time_at_most(shape: str) -> None:
    def lines(words: int) -> int:
        gold, predicted = (sentence_of(tree, COLLINS) for tree in SHAPES[shape](words))
        return steps_of(lambda: repairs_of(gold, predicted))

    assert lines(40) <= 4.4 * lines(20)
