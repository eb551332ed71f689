"""Single moves: the best one found, and made."""

from __future__ import annotations

from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.change import Surroundings
from rightmost.evaluation.repairs.move import best_move, make_move
from rightmost.evaluation.repairs.repair_node import RepairNode, compared_brackets, node_of
from rightmost.trees.tree import Span, Tree


def posed(gold: str, predicted: str) -> tuple[RepairNode, Balance]:
    one, other = (sentence_of(Tree.from_string(text), COLLINS) for text in (gold, predicted))
    return node_of(other), Balance(compared_brackets(one), compared_brackets(other))


def test_out_of_one_node_and_into_the_next():
    tree, balance = posed(
        "(S (NP (NN a) (NN b)) (VP (VB c) (NN d) (NN e)))", "(S (NP (NN a) (NN b) (VB c)) (VP (NN d) (NN e)))"
    )
    plan = best_move(tree, balance, more_than=2)
    assert plan is not None
    assert (plan.gain, plan.collapses, plan.wrap) == (4, False, None)
    relocation, fixed = make_move(plan, balance)
    assert relocation.source == Surroundings("NP", ("NN", "NN"), ())
    assert relocation.target == Surroundings("VP", (), ("NN", "NN"))
    assert len(fixed) == 4
    assert not balance
    assert [node.span for node in tree.nodes()] == [Span(0, 5, "S"), Span(0, 2, "NP"), Span(2, 5, "VP")]


def test_the_source_left_as_x_over_x_collapses():
    gold = "(S (NP (NN a) (NN b)) (X (NN c) (PP (IN d) (NN e))))"
    tree, balance = posed(gold, "(S (NP (NP (NN a) (NN b)) (NN c)) (X (PP (IN d) (NN e))))")
    plan = best_move(tree, balance, more_than=1)
    assert plan is not None
    assert (plan.gain, plan.collapses) == (3, True)
    make_move(plan, balance)
    assert not balance
    assert tree.children[0].labels() == ("NP", "X")


def test_a_missing_node_around_the_movers_is_put_in():
    gold = "(S (VP (VB a) (S (NP (NN b)) (VP (VB c) (NN d)))))"
    tree, balance = posed(gold, "(S (VP (VB a) (NP (NN b))) (VP (VB c) (NN d)))")
    plan = best_move(tree, balance, more_than=2)
    assert plan is not None
    assert (plan.gain, plan.wrap) == (3, Span(1, 4, "S"))
    relocation, _ = make_move(plan, balance)
    assert str(relocation) == "VP moves from S to VP, under a new S"
    assert not balance


def test_no_move_fixes_enough():
    tree, balance = posed("(S (NP (NN a) (NN b)) (NN c))", "(S (NP (NN a) (NN b) (NN c)))")
    assert best_move(tree, balance, more_than=2) is None
    tree, balance = posed("(S (NP (NN a) (NN b)) (NN c))", "(S (NP (NN a) (NN b)) (NN c))")
    assert best_move(tree, balance, more_than=0) is None
