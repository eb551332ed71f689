"""The in-order system, its lemma on legal states, and Theorem 3."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import EmptySentence, IllegalAction, RightmostError
from rightmost.transitions.in_order import (
    REDUCE,
    SHIFT,
    Projected,
    Stack,
    apply,
    in_order_oracle,
    is_legal,
    parse_in_order_action,
    phi,
    phi_inverse,
    project,
    reduced_fully,
    replay_in_order,
)
from rightmost.transitions.oracle import rightmost_chain
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, collapsed_trees, trees

ARTHUR_IN_ORDER = (
    "shift PJ-NP reduce PJ-S shift PJ-VP shift PJ-NP reduce PJ-NP shift PJ-PP shift PJ-NP shift "
    "reduce reduce reduce reduce reduce"
)
WORD, PHRASE = Leaf("a", "X"), Tree("A", [Leaf("b", "X")])


def test_the_running_example():
    arthur = Tree.from_string(ARTHUR)
    actions = in_order_oracle(arthur)
    assert " ".join(map(str, actions)) == ARTHUR_IN_ORDER
    assert [parse_in_order_action(text) for text in ARTHUR_IN_ORDER.split()] == actions
    assert replay_in_order(actions, arthur.leaves) == arthur


@given(trees())
def test_oracle_rebuilds_the_tree_in_n_plus_2m_actions(tree):
    actions = in_order_oracle(tree)
    assert len(actions) == len(tree.words) + 2 * sum(1 for _ in tree.nodes())
    assert replay_in_order(actions, tree.leaves) == tree


def all_stacks(most: int) -> list[Stack]:
    """Every sequence of up to `most` elements, legal or not."""
    return [stack for size in range(most + 1) for stack in product([WORD, PHRASE, Projected("A")], repeat=size)]


def reduces_to_one_tree(stack: Stack) -> bool:
    while len(stack) > 1:
        try:
            stack = apply(stack, REDUCE)
        except IllegalAction:
            return False
    return not (stack and isinstance(stack[0], Projected))


def test_lemma_legal_states():
    """A stack is legal exactly if repeated reduce leaves one tree; the three stuck patterns are the others."""
    for stack in all_stacks(6):
        assert is_legal(stack) == reduces_to_one_tree(stack), stack


def test_lemma_no_later_action_removes_a_stuck_pattern():
    for stack in all_stacks(4):
        if is_legal(stack):
            continue
        for action in (SHIFT, REDUCE, project("A")):
            try:
                after = apply(stack, action, WORD)
            except IllegalAction:
                continue
            assert not is_legal(after), (stack, action)


def test_lemma_allowed_actions_keep_a_legal_stack_legal():
    for stack in all_stacks(5):
        if not is_legal(stack):
            continue
        for action in (SHIFT, REDUCE, project("A")):
            try:
                after = apply(stack, action, WORD)
            except IllegalAction:
                continue
            assert is_legal(after), (stack, action)


def test_theorem_3_bijection_from_stacks():
    """phi_inverse(phi(stack)) == stack for every legal stack: phi is injective, and phi_inverse onto."""
    stacks = [stack for stack in all_stacks(6) if is_legal(stack)]
    images = {phi(stack) for stack in stacks}
    assert len(images) == len(stacks) > 100
    for stack in stacks:
        assert phi_inverse(*phi(stack)) == stack


@given(collapsed_trees(), st.data())
def test_theorem_3_bijection_from_trees(tree, data):
    """phi(phi_inverse(tree, i)) == (tree, i) for every i from -1 to L - 1."""
    index = data.draw(st.integers(-1, len(rightmost_chain(tree)) - 1))
    stack = phi_inverse(tree, index)
    assert is_legal(stack)
    assert phi(stack) == (tree, index)


def test_theorem_3_small_cases():
    assert phi(()) == (None, -1)
    assert phi_inverse(None, -1) == ()
    assert phi((WORD,)) == (WORD, -1)
    assert phi_inverse(WORD, -1) == (WORD,)


def test_theorem_3_does_not_hold_where_the_chain_has_an_open_unary_link():
    unary = Tree("S", [Tree("NP", [WORD])])
    assert phi_inverse(unary, -1) == (unary,)
    assert phi_inverse(unary, 0) == (Tree("NP", [WORD]), Projected("S"))
    with pytest.raises(IllegalAction, match="no stack holds both"):
        phi_inverse(unary, 1)
    assert not any(phi(stack) == (unary, 1) for stack in all_stacks(6) if is_legal(stack))


@given(trees(), st.integers(-3, 30))
def test_an_index_off_the_chain(tree, index):
    length = len(rightmost_chain(tree))
    if not -1 <= index < length:
        with pytest.raises(IllegalAction, match=f"allowed: -1 to {length - 1}"):
            phi_inverse(tree, index)


@pytest.mark.parametrize("nothing", [None, WORD])
def test_an_index_where_there_is_no_chain(nothing):
    with pytest.raises(IllegalAction, match="for a chain of 0 nodes"):
        phi_inverse(nothing, 0)


@given(collapsed_trees(), st.data())
def test_one_reduce_closes_one_chain_node(tree, data):
    index = data.draw(st.integers(0, len(rightmost_chain(tree)) - 1))
    assert apply(phi_inverse(tree, index), REDUCE) == phi_inverse(tree, index - 1)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ("shift shift", "action 2: shift onto a single subtree"),
        ("reduce", "action 1: reduce with no projected nonterminal"),
        ("PJ-NP", "action 1: PJ-NP with no subtree on top of the stack to be its first child"),
        ("shift PJ-NP PJ-S", "action 3: PJ-S with no subtree on top"),
        ("shift PJ-NP shift shift", "action 4: shift with no word left"),
        ("shift PJ-NP shift", "the actions end with 0 words unread and 3 elements on the stack"),
        ("shift PJ-NP reduce", "the actions end with 1 words unread and 1 elements"),
    ],
)
def test_illegal_sequences(actions, message):
    with pytest.raises(IllegalAction, match=message):
        replay_in_order(map(parse_in_order_action, actions.split()), [WORD, WORD])


def test_messages_for_no_actions_unknown_actions_and_stuck_stacks():
    with pytest.raises(EmptySentence, match="no actions: there is no tree to build"):
        replay_in_order([], [])
    assert parse_in_order_action("PJ-") == project("")
    for text in ("PJ-None", "Shift", "attach(0,NP)"):
        with pytest.raises(RightmostError, match="allowed: shift, reduce or PJ-LABEL"):
            parse_in_order_action(text)
    with pytest.raises(RightmostError, match="unknown label 'NP,junk'"):
        parse_in_order_action("PJ-NP,junk")
    with pytest.raises(IllegalAction, match="at the bottom of the stack has no first child"):
        reduced_fully((Projected("A"),))
    with pytest.raises(IllegalAction, match="with no subtree below it to be its first child"):
        reduced_fully((Projected("A"), Projected("A")))
