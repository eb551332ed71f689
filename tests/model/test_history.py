from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings

from model.growing import (
    VOCABULARY,
    Tables,
    all_states,
    batches,
    chain_of_state,
    leaf,
    numbered,
    padded_histories,
    runs,
    same_states,
    starts_of,
    tree_of_state,
)
from rightmost.decoding.forest import Forest
from rightmost.errors import RightmostError
from rightmost.model.history import NEVER, History, states_at
from rightmost.model.states import slots_for
from rightmost.transitions.action import attach
from rightmost.transitions.attach_juxtapose import State


@settings(deadline=None, max_examples=60)
@given(batches())
def test_the_state_at_3t_is_the_forest_after_t_words(batch):
    first_word = starts_of(batch)
    histories = padded_histories(batch, spare=3)
    forest = Forest.planted(first_word, words=len(batch[0]), levels=9)
    for word in range(len(batch[0]) + 1):
        going = [actions for actions in batch if len(actions) >= word]
        forest.keep_first(len(going))
        sentence = torch.arange(len(going))
        at_once = states_at(
            histories, sentence=sentence, time=torch.full_like(sentence, 3 * word), first_word=first_word, levels=9
        )
        grown = forest.states()
        for row in range(len(going)):
            same_states(at_once, row, grown, row)
        still = [actions for actions in going if len(actions) > word]
        if still:
            forest.keep_first(len(still))
            forest.grow(numbered([actions[word] for actions in still]))


@settings(deadline=None, max_examples=60)
@given(runs())
def test_the_states_are_those_of_the_transition_system(actions):
    states = all_states(actions, [3 * word for word in range(len(actions) + 1)])
    state = State()
    for word in range(len(actions) + 1):
        assert tree_of_state(states, word) == state.tree
        assert chain_of_state(states, word) == (state.chain_labels or (None,))
        if word < len(actions):
            state = state.apply(actions[word], leaf(word))


@settings(deadline=None, max_examples=60)
@given(runs())
def test_between_words_a_node_is_made_then_the_leaf_then_its_parent(actions):
    states = all_states(actions, list(range(3 * len(actions) + 1)))
    for word, action in enumerate(actions):
        before, new, leaf_there, after = range(3 * word, 3 * word + 4)
        count = Tables.of(states.nodes).exists.sum(1)
        assert count[new] - count[before] == (action.new_label is not None)
        assert count[leaf_there] - count[new] == 1
        assert count[after] - count[leaf_there] == (action.parent_label is not None)
        assert states.next_word[[before, new, leaf_there, after]].tolist() == [word, word, word + 1, word + 1]
        tree = tree_of_state(states, leaf_there)
        assert [tree] == [leaf(0)] if word == 0 else list(tree.leaves) == [leaf(n) for n in range(word + 1)]


@settings(deadline=None, max_examples=30)
@given(runs())
def test_a_node_never_comes_back_to_the_chain_and_changes_parent_once(actions):
    nodes = Tables.of(all_states(actions, [3 * word for word in range(len(actions) + 1)]).nodes)
    exists, on_chain = nodes.exists.int(), nodes.on_chain.int()
    assert ((exists[1:] - exists[:-1]) >= 0).all()
    left_chain = (on_chain[1:] - on_chain[:-1]) < 0
    joined_chain = ((on_chain[1:] - on_chain[:-1]) > 0).int()
    assert (left_chain.sum(0) <= 1).all()
    assert (joined_chain.sum(0) <= 1).all()
    changed = (nodes.parent[1:] != nodes.parent[:-1]) & nodes.exists[:-1]
    assert (changed.sum(0) <= 1).all()


def test_padding_is_slots_that_never_exist():
    history = History.of([attach(0, "NP")], VOCABULARY)
    rows = history.padded(slots_for(3))
    assert rows.shape == (9, 10)
    assert (rows[0, slots_for(1) :] == NEVER).all()
    assert (rows[:, : slots_for(1)] == history.padded(slots_for(1))).all()


def test_a_label_outside_the_vocabulary():
    with pytest.raises(RightmostError, match="unknown label QP; the model knows 13 labels, and this is none"):
        History.of([attach(0, "QP")], VOCABULARY)


def test_a_bare_first_word_keeps_the_dummy_on_the_chain():
    """In-order shift-reduce has such a state: the word is shifted, its label not yet projected."""
    states = all_states([attach(0, "NP")], [0, 1, 2, 3])
    assert [chain_of_state(states, row) for row in range(4)] == [(None,), (None,), (None,), ("NP",)]
    assert states.is_first.tolist() == [True, True, False, False]
