from __future__ import annotations

from hypothesis import given, settings

from model.growing import Tables, all_states, runs
from rightmost.model.states import (
    CHILDREN_SEEN,
    DUMMY,
    LEAF,
    NEW,
    PARENT,
    SLOTS_PER_WORD,
    slots_for,
    some_are_hidden,
)


def test_every_word_has_three_slots_behind_the_dummy():
    slots = [DUMMY, *(SLOTS_PER_WORD * word + own for word in range(4) for own in (LEAF, PARENT, NEW))]
    assert sorted(slots) == list(range(slots_for(4)))
    assert slots_for(0) == 1


def test_a_step_s_own_slots_ascend_along_the_chain():
    """After juxtapose(i, X, Y) the chain ends Y, X: the new node stands above the word's parent."""
    assert NEW < PARENT


@settings(deadline=None, max_examples=30)
@given(runs())
def test_slots_say_what_a_node_is(actions):
    nodes = Tables.of(all_states(actions, [SLOTS_PER_WORD * len(actions)]).nodes)
    for word, action in enumerate(actions):
        base = SLOTS_PER_WORD * word
        assert nodes.exists[0, base + LEAF]
        assert bool(nodes.exists[0, base + PARENT]) == (action.parent_label is not None)
        assert bool(nodes.exists[0, base + NEW]) == (action.new_label is not None)
    assert nodes.is_leaf[0].sum() == len(actions)


def test_short_sentences_hide_nothing():
    assert CHILDREN_SEEN == 128
    assert not some_are_hidden(slots_for(128))
    assert some_are_hidden(slots_for(129))
