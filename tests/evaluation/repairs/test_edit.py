"""Adding, removing and relabelling nodes."""

from __future__ import annotations

import pytest

from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.change import Kind, Surroundings
from rightmost.evaluation.repairs.edit import add, adding, chains_of, relabel, relabelling, remove, removing
from rightmost.evaluation.repairs.repair_node import RepairNode, node_of
from rightmost.trees.tree import Span, Tree


def node(text: str) -> RepairNode:
    return node_of(sentence_of(Tree.from_string(text), COLLINS))


def balance(gold: RepairNode, predicted: RepairNode) -> Balance:
    return Balance([each.span for each in gold.nodes()], [each.span for each in predicted.nodes()])


@pytest.mark.parametrize(
    ("gold", "predicted", "parent"),
    [
        ("(S (NP (QP (CD a) (CD b))) (VB c))", "(S (NP (CD a) (CD b)) (VB c))", "NP"),
        ("(S (QP (NP (CD a) (CD b))) (VB c))", "(S (NP (CD a) (CD b)) (VB c))", "S"),
        ("(S (QP (CD a) (CD b)) (VB c))", "(S (CD a) (CD b) (VB c))", "S"),
        ("(S (NP (X (QP (CD a))) (VB c)))", "(S (NP (X (CD a)) (VB c)))", "X"),
    ],
)
def test_adding_where_the_gold_tree_has_it(gold, predicted, parent):
    right, tree = node(gold), node(predicted)
    difference = balance(right, tree)
    found = adding(tree, difference, gold=chains_of(right))
    assert found is not None
    edit, fixed = add(*found, balance=difference)
    assert (edit.kind, edit.label, edit.place.parent) == (Kind.ADD, "QP", parent)
    assert (len(fixed), len(difference)) == (1, 0)
    assert [each.span for each in tree.nodes()] == [each.span for each in right.nodes()]


def test_nothing_to_add_where_it_would_cross():
    right, tree = node("(S (NN a) (NP (NN b) (NN c)))"), node("(S (NP (NN a) (NN b)) (NN c))")
    assert adding(tree, balance(right, tree), gold=chains_of(right)) is None


def test_relabelling():
    right, tree = node("(S (NP (NN a) (NN b)))"), node("(S (VP (NN a) (NN b)))")
    difference = balance(right, tree)
    found = relabelling(tree, difference)
    assert found is not None
    edit, fixed = relabel(*found, balance=difference)
    assert (edit.kind, edit.label, edit.instead_of) == (Kind.RELABEL, "NP", "VP")
    assert (fixed.missing, fixed.extra) == ((Span(0, 2, "NP"),), (Span(0, 2, "VP"),))
    assert relabelling(tree, difference) is None


def test_removing_the_outermost_first():
    right, tree = node("(S (NN a) (NN b) (NN c))"), node("(S (NP (QP (NN a) (NN b))) (NN c))")
    difference = balance(right, tree)
    edit, _ = remove(removing(tree, difference), difference)
    assert (edit.kind, edit.label, edit.children, edit.over_word) == (Kind.REMOVE, "NP", ("QP",), False)
    edit, _ = remove(removing(tree, difference), difference)
    assert (edit.label, edit.place) == ("QP", Surroundings("S", (), ("NN",)))
    assert not difference
