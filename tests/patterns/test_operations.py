"""Each operation on one small tree, with results written by hand. Tsurgeon's own examples are in test_rewrite.py."""

from __future__ import annotations

import pytest

from rightmost.errors import RightmostError
from rightmost.patterns.draft import Draft
from rightmost.patterns.operation_grammar import operations
from rightmost.patterns.workpiece import Workpiece
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree

TREE = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN king))))"
NAMES = {"s": 0, "np": 1, "arthur": 2, "vp": 4, "is": 5, "object": 7, "a": 8, "king": 10, "word": 11}


def applied(text: str) -> str:
    draft = Draft(TreeIndex(Tree.from_string(TREE)))
    work = Workpiece(draft, {name: draft.nodes[number] for name, number in NAMES.items()}, {"v": "x"})
    for operation in operations(text):
        operation.apply(work)
    return str(draft.tree())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("delete np", "(S (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("delete np a", "(S (VP (VBZ is) (NP (NN king))))"),
        ("prune arthur", "(S (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("prune a king", "(S (NP (NNP Arthur)) (VP (VBZ is)))"),
        ("excise object", "(S (NP (NNP Arthur)) (VP (VBZ is) (DT a) (NN king)))"),
        ("excise vp object", "(S (NP (NNP Arthur)) (DT a) (NN king))"),
        ("delete np\nexcise s vp\ndelete object", None),
        ("delete np\nexcise s s", "(VP (VBZ is) (NP (DT a) (NN king)))"),
        ("relabel np NP-SBJ", "(S (NP-SBJ (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("relabel word queen", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN queen))))"),
        ("relabel king /N/={a}%{v}-/", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (DTx-DTx- king))))"),
        ("insert (RB so) $+ is", "(S (NP (NNP Arthur)) (VP (RB so) (VBZ is) (NP (DT a) (NN king))))"),
        ("insert np >-1 vp", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN king)) (NP (NNP Arthur))))"),
        ("move object $+ np", "(S (NP (DT a) (NN king)) (NP (NNP Arthur)) (VP (VBZ is)))"),
        ("move king >1 object", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN king) (DT a))))"),
        ("moveprune arthur >1 vp", "(S (VP (NNP Arthur) (VBZ is) (NP (DT a) (NN king))))"),
        ("replace object np", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NNP Arthur))))"),
        ("replace a (CD one) (JJ old)", "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (CD one) (JJ old) (NN king))))"),
        ("replace s (NP (NN end))", "(NP (NN end))"),
        ("adjoin (NP (RB so) NX@) np", "(S (NP (RB so) (NX (NNP Arthur))) (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("adjoinH (X (RB so) NX@) np", "(S (NP (RB so) (NX (NNP Arthur))) (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("adjoinF (X (RB so) Y@) np", "(S (X (RB so) (NP (NNP Arthur))) (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("adjoinF (TOP @) s", f"(TOP {TREE})"),
        ("adjoinH (NX@) np", TREE),
        ("adjoinF (NX@) np", TREE),
        ("coindex np object", "(S (NP-1 (NNP Arthur)) (VP (VBZ is) (NP-1 (DT a) (NN king))))"),
        ("coindex np\ncoindex object", "(S (NP-1 (NNP Arthur)) (VP (VBZ is) (NP-2 (DT a) (NN king))))"),
        ("createSubtree X np vp", "(S (X (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN king)))))"),
        ("createSubtree X vp np", "(S (X (NP (NNP Arthur)) (VP (VBZ is) (NP (DT a) (NN king)))))"),
        ("createSubtree (Y (X@) (. !)) np", "(S (Y (X (NP (NNP Arthur))) (. !)) (VP (VBZ is) (NP (DT a) (NN king))))"),
        ("createSubtree TOP s", f"(TOP {TREE})"),
        ("if exists x delete x", TREE),
        (
            "insert (RB=new so) $+ is\nmove new $- is",
            "(S (NP (NNP Arthur)) (VP (VBZ is) (RB so) (NP (DT a) (NN king))))",
        ),
    ],
)
def test_operations(text, expected):
    if expected is None:
        with pytest.raises(RightmostError, match="excise puts 2 nodes in the place of the root"):
            applied(text)
    else:
        assert applied(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("delete arthur", "(NP) is left without words; prune takes such a node away as well"),
        ("delete s", "nothing is left of the tree"),
        ("prune np vp", "nothing is left of the tree"),
        ("delete np\ndelete arthur", "delete: arthur is no longer in the tree"),
        ("delete x", "delete: this match names no x; put 'if exists x' before it"),
        ("excise np vp", "excise np vp: vp is not np or below it"),
        ("move vp >1 object", "move vp: a node cannot move to a place within itself"),
        ("move s $+ np", "move s: a node cannot move to a place within itself"),
        ("insert (RB so) $+ s", "insert: s is the root, which has no sisters"),
        ("insert (RB so) >5 np", "insert: no place >5 in np, which has 1 children"),
        ("insert (RB=x so) >1 x", "insert: x is no longer in the tree"),
        ("replace s (NN a) (NN b)", "replace puts 2 nodes in the place of the root; a tree has one root"),
        ("adjoin (NP A@) np\ndelete np", "delete: np is no longer in the tree"),
        ("createSubtree X np object", "createSubtree: np and object are no sisters"),
        ("insert word >1 np", "the word 'king' has no tag of its own; put it in as (TAG king)"),
        ("coindex x", "coindex: this match names no x; put 'if exists x' before it"),
    ],
)
def test_what_cannot_be_done(text, message):
    with pytest.raises(RightmostError) as raised:
        applied(text)
    assert str(raised.value) == message


def test_an_index_is_one_that_is_not_there():
    draft = Draft(TreeIndex(Tree.from_string("(S (NP-3 (NN B-747)) (VP (-NONE- *T*-4)) (X=7 (Y w)))")))
    work = Workpiece(draft, {"vp": draft.nodes[4]}, {})
    for operation in operations("coindex vp"):
        operation.apply(work)
    assert draft.nodes[4].label == "VP-8"
