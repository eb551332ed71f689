from __future__ import annotations

import torch
from hypothesis import given, settings

from rightmost.tensors.states import (
    DUMMY,
    LEAF,
    NEW,
    PARENT,
    SLOTS_PER_WORD,
    leaf_slots,
    slots_for,
    states_of_growing_trees,
)
from tensors.growth import all_states, runs


def test_every_word_has_three_slots_behind_the_dummy():
    slots = [DUMMY, *(SLOTS_PER_WORD * word + own for word in range(4) for own in (LEAF, PARENT, NEW))]
    assert sorted(slots) == list(range(slots_for(4)))
    assert slots_for(0) == 1


def test_a_step_s_own_slots_ascend_along_the_chain():
    """After juxtapose(i, X, Y) the chain ends Y, X: the new node stands above the word's parent."""
    assert NEW < PARENT


def test_places_behind_the_chain_mark_nothing():
    slots = slots_for(2)
    blank = torch.zeros(1, slots, dtype=torch.long)
    exists = torch.zeros(1, slots, dtype=torch.bool)
    exists[0, [DUMMY, 1, 2, 4]] = True
    states = states_of_growing_trees(
        exists=exists,
        parent=blank - 1,
        label=blank,
        left=blank,
        right=blank,
        is_leaf=leaf_slots(slots, blank.device).expand_as(exists),
        chain=torch.tensor([[2, 5, 6, 0]]),  # 5, 6 and 0 are left over from before
        chain_length=torch.tensor([1]),
        first_word=torch.tensor([7]),
        words_read=torch.tensor([2]),
    )
    assert states.on_chain.nonzero().tolist() == [[0, 2]]
    assert states.right[0].tolist() == [0, 0, 1, 0, 0, 0, 0], "below the chain node: the last word read"
    assert states.next_word.tolist() == [9]
    assert states.is_leaf.nonzero()[:, 1].tolist() == [1, 4]


@settings(deadline=None, max_examples=30)
@given(runs())
def test_slots_say_what_a_node_is(actions):
    states = all_states(actions, [SLOTS_PER_WORD * len(actions)])
    for word, action in enumerate(actions):
        base = SLOTS_PER_WORD * word
        assert states.exists[0, base + LEAF]
        assert bool(states.exists[0, base + PARENT]) == (action.parent_label is not None)
        assert bool(states.exists[0, base + NEW]) == (action.new_label is not None)
    assert states.is_leaf[0].sum() == len(actions)
