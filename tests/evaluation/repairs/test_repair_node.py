"""Trees as evalb sees them, in the form that repairs work on."""

from __future__ import annotations

from hypothesis import given

from evaluation.repairs.cases import pairs
from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.repair_node import RepairNode, compared_brackets, node_of
from rightmost.trees.tree import Span, Tree
from strategies import ARTHUR


def node(text: str) -> RepairNode:
    return node_of(sentence_of(Tree.from_string(text), COLLINS))


@given(pairs())
def test_the_nodes_are_the_compared_brackets_in_their_order(pair: tuple[Tree, Tree]):
    sentence = sentence_of(pair[0], COLLINS)
    root = node_of(sentence)
    assert [each.span for each in root.nodes()] == compared_brackets(sentence)
    if sentence.words:
        assert len(compared_brackets(sentence)) == evaluate([pair[0]], [pair[0]]).gold_brackets
    for each in (root, *root.nodes()):
        assert [child.left for child in each.children[1:]] == [child.right for child in each.children[:-1]]
        assert all(child.parent is each for child in each.children)
        assert not each.children or each.covers(each.children[0].left, each.children[-1].right)


def test_punctuation_function_tags_and_the_root_are_set_aside():
    root = node("(TOP (S (NP-SBJ (NNP Arthur)) (, ,) (PRT (RP up)) (VP (VBZ sits) (. .))))")
    assert root.labels() == ("S",)
    assert root.children[0].labels() == ("NP", "ADVP", "VP")


def test_wrapping_and_unwrapping():
    root = node(ARTHUR)
    before = [each.span for each in root.nodes()]
    clause = root.children[0]
    wrapped = clause.wrap(0, 2, label="X")
    assert (wrapped.span, clause.labels(), wrapped.labels()) == (Span(0, 6, "X"), ("X",), ("NP", "VP"))
    wrapped.unwrap()
    assert [each.span for each in root.nodes()] == before
    assert clause.children[1].above is clause
