"""Theorem 4, its lemmas and corollaries."""

from __future__ import annotations

import pytest
from hypothesis import given

from rightmost.errors import IllegalAction
from rightmost.transitions.action import attach, juxtapose
from rightmost.transitions.attach_juxtapose import State
from rightmost.transitions.in_order import SHIFT, Stack, apply, in_order_oracle, parse_in_order_action, phi
from rightmost.transitions.oracle import oracle
from rightmost.transitions.translation import (
    chain_length_after,
    stack_of,
    translate,
    translate_all,
    translate_back,
    xi,
)
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, collapsed_trees


def test_the_running_example():
    assert " ".join(map(str, translate(juxtapose(2, "PP", "NP"), 3))) == "reduce PJ-NP shift PJ-PP"
    arthur = Tree.from_string(ARTHUR)
    assert translate_all(oracle(arthur)) == in_order_oracle(arthur)


@given(collapsed_trees())
def test_theorem_4_in_state(tree):
    """The translated actions lead from each tree's stack to the next tree's stack."""
    state = State()
    for action, leaf in zip(oracle(tree), tree.leaves):
        stack: Stack = stack_of(state.tree)
        for step in translate(action, state.chain_length):
            stack = apply(stack, step, leaf if step == SHIFT else None)
        after = state.apply(action, leaf)
        assert chain_length_after(action, state.chain_length) == after.chain_length
        state = after
        assert stack == stack_of(state.tree)
        assert phi(stack) == xi(state.tree)


@given(collapsed_trees())
def test_theorem_4_in_length(tree):
    """n attach-juxtapose actions are n + 2m in-order actions, the closing reduces included."""
    actions = oracle(tree)
    assert len(actions) == len(tree.words)
    assert len(translate_all(actions)) == len(tree.words) + 2 * sum(1 for _ in tree.nodes())


@given(collapsed_trees())
def test_corollary_whole_sequences_translate(tree):
    actions = oracle(tree)
    assert translate_all(actions) == in_order_oracle(tree)
    assert translate_back(in_order_oracle(tree)) == actions


@given(collapsed_trees(), collapsed_trees())
def test_corollary_the_map_of_states_is_injective(one, other):
    assert (stack_of(one) == stack_of(other)) == (one == other)


def test_the_empty_tree():
    assert xi(None) == (None, -1)
    assert stack_of(None) == ()
    assert translate(attach(0, "NP"), 0) == [SHIFT, parse_in_order_action("PJ-NP")]


def test_a_target_off_the_chain():
    with pytest.raises(IllegalAction, match="off the chain, which has 2 nodes"):
        translate(attach(2, None), 2)


@pytest.mark.parametrize("actions", ["shift PJ-A reduce reduce reduce shift", "PJ-A shift", "reduce shift"])
def test_sequences_that_no_tree_has(actions):
    with pytest.raises(IllegalAction, match="nodes on the chain"):
        translate_back(map(parse_in_order_action, actions.split()))


def test_the_first_word():
    with pytest.raises(IllegalAction, match=r"the first word allows only attach\(0,LABEL\)"):
        translate(juxtapose(3, None, "S"), 0)


@pytest.mark.parametrize("actions", ["shift PJ-A PJ-B", "shift PJ-A reduce PJ-B PJ-C"])
def test_two_projections_in_a_row(actions):
    with pytest.raises(IllegalAction, match="two projections in a row"):
        translate_back(map(parse_in_order_action, actions.split()))


def test_one_word():
    tree = Tree("NP", [Leaf("Arthur", "NNP")])
    assert " ".join(map(str, translate_all(oracle(tree)))) == "shift PJ-NP reduce"
