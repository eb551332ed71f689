from __future__ import annotations

import torch
from hypothesis import given, settings

from model.growing import (
    VOCABULARY,
    Tables,
    batches,
    chain_of_state,
    leaf,
    numbered,
    runs,
    starts_of,
    tree_of_state,
)
from rightmost.decoding import forest as forest_module
from rightmost.decoding.forest import Forest
from rightmost.model import states as states_module
from rightmost.model.states import DUMMY
from rightmost.transitions.action import attach
from rightmost.transitions.attach_juxtapose import State
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR


@settings(deadline=None, max_examples=60)
@given(batches())
def test_a_forest_is_the_transition_system(batch):
    """Trees, spans, chains and their lengths, step by step, with sentences that end and are dropped."""
    forest = Forest.planted(starts_of(batch), words=len(batch[0]), levels=9)
    trees = [State() for _ in batch]
    for word in range(len(batch[0])):
        going = [actions for actions in batch if len(actions) > word]
        forest.keep_first(len(going))
        assert forest.states().nodes.shape[1] == len(going)
        forest.grow(numbered([actions[word] for actions in going]))
        trees = [state.apply(actions[word], leaf(word)) for state, actions in zip(trees, going)]
        states = forest.states()
        for row, state in enumerate(trees):
            assert tree_of_state(states, row) == state.tree
            assert chain_of_state(states, row) == state.chain_labels
            assert int(forest.chain_length[row]) == state.chain_length
        assert states.first_word.tolist() == starts_of(batch)[: len(going)].tolist()
        assert states.next_word.tolist() == [start + word + 1 for start in states.first_word.tolist()]
        assert states.is_first is None


def test_before_the_first_word_the_chain_is_the_dummy():
    forest = Forest.planted(torch.tensor([0, 3]), words=3, levels=9)
    states = forest.states()
    nodes = Tables.of(states.nodes)
    assert nodes.exists.nonzero().tolist() == nodes.on_chain.nonzero().tolist() == [[0, DUMMY], [1, DUMMY]]
    assert nodes.parent[:, DUMMY].tolist() == [-1, -1]
    assert nodes.label[:, DUMMY].tolist() == [0, 0]
    assert states.is_first.tolist() == [True, True]
    assert states.next_word.tolist() == [0, 3]
    assert tree_of_state(states, 0) is None


@settings(deadline=None, max_examples=30)
@given(runs())
def test_slots_ascend_along_the_chain_and_rubbish_never_joins_it(actions):
    forest = Forest.planted(torch.tensor([0]), words=len(actions), levels=9)
    for word, action in enumerate(actions):
        forest.grow(numbered([action]))
        length = int(forest.chain_length)
        chain = forest.chain[0, :length].tolist()
        assert chain == sorted(set(chain))
        assert Tables.of(forest.states().nodes).on_chain[0].nonzero()[:, 0].tolist() == chain
        assert length <= word + 1 < forest.chain.shape[1] - 1  # the last place is for what is thrown away


@settings(deadline=None, max_examples=30)
@given(batches(max_size=5))
def test_keep_first_drops_the_others_and_changes_none(batch):
    together = Forest.planted(starts_of(batch), words=len(batch[0]), levels=9)
    together.grow(numbered([actions[0] for actions in batch]))
    kept = max(1, len(batch) - 1)
    before = together.states()
    together.keep_first(kept)
    after = together.states()
    assert torch.equal(after.nodes, before.nodes[:, :kept])
    assert torch.equal(after.first_word, before.first_word[:kept])
    assert torch.equal(after.next_word, before.next_word[:kept])
    together.keep_first(len(batch) + 3)
    assert len(together.first_word) == kept


def test_the_longest_chain_fits():
    """n words can give a chain of n nodes; the buffer has room for it and for the unused slots after it."""
    right_branching = Tree.from_string("(S (A a) (VP (B b) (NP (C c) (PP (D d) (X (E e))))))")
    actions = oracle(right_branching)
    forest = Forest.planted(torch.tensor([0]), words=len(actions), levels=9)
    for action in actions:
        forest.grow(numbered([action]))
    assert int(forest.chain_length) == len(actions) == 5
    assert chain_of_state(forest.states(), 0) == ("S", "VP", "NP", "PP", "X")


def test_the_running_example():
    actions = oracle(Tree.from_string(ARTHUR))
    forest = Forest.planted(torch.tensor([0]), words=6, levels=9)
    chains = []
    for action in actions:
        forest.grow(numbered([action]))
        chains.append(" ".join(chain_of_state(forest.states(), 0)))
    assert chains == ["NP", "S VP", "S VP NP", "S VP NP PP", "S VP NP PP NP", "S VP NP PP NP"]
    nodes = Tables.of(forest.states().nodes)
    spans = {
        (VOCABULARY.label(int(nodes.label[0, slot])), int(nodes.left[0, slot]), int(nodes.right[0, slot]))
        for slot in nodes.exists[0].nonzero()[:, 0].tolist()
        if slot != DUMMY and not nodes.is_leaf[0, slot]
    }
    assert spans == {
        ("S", 0, 5),
        ("NP", 0, 0),
        ("VP", 1, 5),
        ("NP", 2, 5),
        ("NP", 2, 2),
        ("PP", 3, 5),
        ("NP", 4, 5),
    }


def test_the_slots_of_a_flat_tree_stay_few(monkeypatch):
    monkeypatch.setattr(states_module, "CHILDREN_SEEN", 16)
    monkeypatch.setattr(forest_module, "MOST_SLOTS", 96)
    forest = Forest.planted(torch.tensor([0]), words=1000, levels=2)
    for action in [attach(0, "NP"), *[attach(0, None)] * 999]:
        forest.grow(numbered([action]))
    assert forest.nodes.shape[2] == 96
    assert int(Tables.of(forest.states().nodes).degree[0, forest.chain[0, 0]]) == 1001
