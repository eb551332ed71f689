from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from model.growing import VOCABULARY, leaf, numbered, runs
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.errors import IllegalAction
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, long_tree

BUILDER = TreeBuilder(VOCABULARY)


@settings(deadline=None, max_examples=300)
@given(runs(max_words=25))
def test_it_is_replay(actions):
    leaves = [leaf(word) for word in range(len(actions))]
    assert tree_of(numbered(actions).numpy(), leaves, VOCABULARY).flat == replay(actions, leaves).flat


def test_the_running_example():
    arthur = Tree.from_string(ARTHUR)
    assert tree_of(numbered(oracle(arthur)).numpy(), arthur.leaves, VOCABULARY) == arthur


def test_a_long_tree():
    tree = long_tree(3, 2000)
    known = Vocabulary.from_trees([tree])
    number = known.label_number
    rows = [(action.target, number(action.parent_label), number(action.new_label)) for action in oracle(tree)]
    assert tree_of(np.array(rows), tree.leaves, known) == tree


@settings(deadline=None)
@given(st.lists(runs(max_words=9), max_size=6))
def test_many_at_once_are_one_after_the_other(many):
    lengths = [len(actions) for actions in many]
    leaves = [leaf(word) for length in lengths for word in range(length)]
    rows = np.concatenate([np.zeros((0, 3), dtype=int), *[numbered(actions).numpy() for actions in many]])
    trees = [replay(actions, [leaf(word) for word in range(len(actions))]) for actions in many]
    assert BUILDER.trees(rows, leaves, lengths) == trees
    pairs = [tuple(each) for each in leaves]
    assert all(type(each) is Leaf for tree in BUILDER.trees(rows, pairs, lengths) for each in tree.leaves)


def test_the_action_that_is_refused_is_counted_from_its_own_tree():
    rows = np.array([(0, 1, 0), (0, 0, 0), (0, 1, 0), (1, 0, 0)])
    with pytest.raises(IllegalAction, match="action 2: target 1 on a chain of 1 nodes"):
        BUILDER.trees(rows, [leaf(word) for word in range(4)], [2, 2])


@pytest.mark.parametrize("rows", [[(0, 0, 0)], [(0, 1, 1)], [(1, 1, 0)], [(0, 1, 0), (1, 0, 0)]])
def test_what_is_not_legal_is_refused(rows):
    with pytest.raises(IllegalAction, match=f"action {len(rows)}: target"):
        tree_of(np.array(rows), [leaf(word) for word in range(len(rows))], VOCABULARY)
