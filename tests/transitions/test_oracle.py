"""Theorems 1 and 2 of the paper, under their names."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.transitions.attach_juxtapose import State, replay, run
from rightmost.transitions.oracle import oracle, undo_last_action
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, ARTHUR_ACTIONS, collapsed_trees, trees


def test_the_running_example():
    assert " ".join(map(str, oracle(Tree.from_string(ARTHUR)))) == ARTHUR_ACTIONS


@given(trees())
def test_theorem_1_existence(tree):
    actions = oracle(tree)
    assert len(actions) == len(tree.words)
    assert replay(actions, tree.leaves) == tree


@given(collapsed_trees())
def test_theorem_1_existence_step_by_step(tree):
    """Every prefix of the oracle's actions is itself the oracle of the tree it builds."""
    actions = oracle(tree)
    for length in range(1, len(actions) + 1):
        partial = run(actions[:length], tree.leaves[:length]).tree
        assert partial is not None
        assert oracle(partial) == actions[:length]


@given(collapsed_trees())
def test_algorithm_1_gives_the_same_actions(tree):
    undone: list[Action] = []
    left: Tree | None = tree
    while left is not None:
        action, left = undo_last_action(left)
        undone.append(action)
    assert undone[::-1] == oracle(tree)


def all_runs(words: int, labels: list[str]) -> list[tuple[list[Action], State]]:
    """Every legal action sequence over `words` words, and the state it leads to."""
    found: list[tuple[list[Action], State]] = [([], State())]
    for place in range(words):
        leaf = Leaf(str(place), "X")
        found = [
            ([*actions, action], state.apply(action, leaf))
            for actions, state in found
            for action in state.legal_actions(labels)
        ]
    return found


def how_many(words: int, labels: int) -> int:
    """The number of action sequences, counted by chain length alone."""
    by_length = Counter({1: labels})
    for _ in range(words - 1):
        after: Counter[int] = Counter()
        for length, count in by_length.items():
            for target in range(length):
                after[target + 1] += count * (labels + 1)
                after[target + 2] += count * labels * (labels + 1)
        by_length = after
    return by_length.total()


@pytest.mark.parametrize(("words", "labels"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 1)])
def test_theorem_2_uniqueness_by_enumeration(words, labels):
    """No two sequences build one tree, and the one that does is the oracle's."""
    runs = all_runs(words, ["A", "B"][:labels])
    assert len(runs) == how_many(words, labels)
    trees_built = Counter(state.tree for _, state in runs)
    assert max(trees_built.values()) == 1
    for actions, state in runs:
        assert state.tree is not None
        assert oracle(state.tree) == actions


def test_theorem_2_uniqueness_of_five_words_and_two_labels():
    """The same for the largest case: as many trees as sequences."""
    four = [state for _, state in all_runs(4, ["A", "B"])]
    built: set[Tree] = set()
    count = 0
    for state in four:
        for action in state.legal_actions(["A", "B"]):
            tree = state.apply(action, Leaf("4", "X")).tree
            assert tree is not None
            built.add(tree)
            count += 1
    assert len(built) == count == how_many(5, 2) == 104_490


# The proof's cases: how the last subtree hangs (1 leaf with siblings, 2 leaf under its own parent) against
# its place (1 root, 2 one sibling that is a node, 3 else). Case 1-1 cannot be: a root is an internal node.
@pytest.mark.parametrize(
    ("case", "tree", "action", "before"),
    [
        ("1-2", "(S (NP (NN a)) (NN b))", juxtapose(0, None, "S"), "(NP (NN a))"),
        ("1-3", "(S (NN a) (NN b))", attach(0, None), "(S (NN a))"),
        ("1-3", "(S (NP (NN a)) (NN b) (NN c))", attach(0, None), "(S (NP (NN a)) (NN b))"),
        ("2-1", "(NP (NN a))", attach(0, "NP"), None),
        ("2-2", "(S (NP (NN a)) (VP (VB b)))", juxtapose(0, "VP", "S"), "(NP (NN a))"),
        ("2-3", "(S (NN a) (VP (VB b)))", attach(0, "VP"), "(S (NN a))"),
    ],
)
def test_theorem_1_cases_of_the_proof(case, tree, action, before):
    assert undo_last_action(Tree.from_string(tree)) == (action, None if before is None else Tree.from_string(before))


@pytest.mark.parametrize("size", [10_000])
@pytest.mark.parametrize("shape", ["flat", "right", "left", "unary"])
def test_any_length_and_depth(shape, size):
    leaf = Leaf("a", "NN")
    tree = Tree("S", [leaf])
    if shape == "flat":
        tree = Tree("S", [leaf] * size)
    for _ in range(0 if shape == "flat" else 5000 if shape == "unary" else size - 1):
        tree = {"right": Tree("S", [leaf, tree]), "left": Tree("S", [tree, leaf]), "unary": Tree("S", [tree])}[shape]
    assert replay(oracle(tree), tree.leaves) == tree


@pytest.mark.parametrize(
    ("tree", "actions"),
    [
        ("(TOP (NN King))", "attach(0,TOP)"),
        ("(S (VP (VB Go)))", "attach(0,S+VP)"),
        ("(TOP (NP (NN King)) (. .))", "attach(0,NP) juxtapose(0,None,TOP)"),
        ("(NP (-LRB- -LRB-) (NN a) (-RRB- -RRB-))", "attach(0,NP) attach(0,None) attach(0,None)"),
    ],
)
def test_odd_trees(tree, actions):
    assert " ".join(map(str, oracle(Tree.from_string(tree)))) == actions
