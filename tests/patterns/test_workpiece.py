from __future__ import annotations

import pytest

from rightmost.errors import RightmostError
from rightmost.patterns.draft import Draft
from rightmost.patterns.workpiece import Position, Twig, Workpiece
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree

TWIG = Twig("NP", (Twig("DT", (Twig("the", is_word=True),), name="det"), Twig("NP", is_foot=True)))


@pytest.fixture
def work() -> Workpiece:
    draft = Draft(TreeIndex(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")))
    return Workpiece(draft, {"np": draft.nodes[1], "vp": draft.nodes[4], "s": draft.nodes[0]}, {})


def test_twigs_grow(work):
    assert TWIG.feet() == 1
    assert TWIG.foot_label() == "NP"
    assert TWIG.names() == ["det"]
    root, foot = work.grown(TWIG)
    assert [node.label for node in root.preorder()] == ["NP", "DT", "the", "NP"]
    assert foot is root.children[1]
    assert work.names["det"] is root.children[0]


@pytest.mark.parametrize(
    ("relation", "expected"),
    [("$+", "NN NP VP"), ("$-", "NP NN VP")],
)
def test_sisters(work, relation, expected):
    node, _ = work.grown(Twig("NN"))
    Position(relation, "np").put(work, [node], "insert")
    assert [child.label for child in work.draft.root.children] == expected.split()


@pytest.mark.parametrize(
    ("relation", "expected"),
    [(">1", "NN NP VP"), (">2", "NP NN VP"), (">3", "NP VP NN"), (">-1", "NP VP NN"), (">-3", "NN NP VP")],
)
def test_daughters(work, relation, expected):
    node, _ = work.grown(Twig("NN"))
    Position(relation, "s").put(work, [node], "insert")
    assert [child.label for child in work.draft.root.children] == expected.split()


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position(">4", "s"), "insert: no place >4 in s, which has 2 children"),
        (Position(">-4", "s"), "insert: no place >-4 in s, which has 2 children"),
        (Position("$+", "s"), "insert: s is the root, which has no sisters"),
        (Position("$+", "x"), "insert: this match names no x; put 'if exists x' before it"),
    ],
)
def test_places_that_there_are_not(work, position, message):
    node, _ = work.grown(Twig("NN"))
    with pytest.raises(RightmostError) as raised:
        position.put(work, [node], "insert")
    assert str(raised.value) == message


def test_what_is_gone_cannot_be_used(work):
    work.draft.remove(work.names["np"])
    with pytest.raises(RightmostError, match="move: np is no longer in the tree"):
        work.node("np", "move")
