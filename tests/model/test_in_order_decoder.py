from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings

from model.growing import VOCABULARY, all_states, runs, same_states
from model.networks import TREES, assert_close, batch_of, network, scores_of, states_of
from rightmost.decoding.in_order_forest import InOrderForest
from rightmost.model.in_order_decoder import REDUCE, SHIFT
from rightmost.transitions.in_order import REDUCE as REDUCE_ACTION
from rightmost.transitions.in_order import SHIFT as SHIFT_ACTION
from rightmost.transitions.in_order import InOrderAction, in_order_oracle
from rightmost.transitions.oracle import oracle
from rightmost.transitions.translation import translate_all
from rightmost.trees.tree import Tree
from rightmost.trees.unary import collapse
from strategies import ARTHUR

DECODER = network(decoder="in-order", vocabulary=VOCABULARY).decoder


def number_of(action: InOrderAction) -> int:
    if action == SHIFT_ACTION:
        return SHIFT
    return REDUCE if action == REDUCE_ACTION else VOCABULARY.label_number(action.label) + 1


@given(runs())
@settings(deadline=None, max_examples=60)
def test_decisions_are_the_in_order_sequence(actions):
    decisions = DECODER.decisions(actions, VOCABULARY)
    assert decisions[:, 1].tolist() == [number_of(action) for action in translate_all(actions)]
    assert (decisions[1:, 0] >= decisions[:-1, 0]).all()
    assert decisions[-1, 0] == 3 * len(actions)


def test_the_running_example_s_decisions():
    tree = Tree.from_string(ARTHUR)
    decisions = DECODER.decisions(oracle(tree), VOCABULARY)
    assert decisions[:, 1].tolist() == [number_of(action) for action in in_order_oracle(tree)]
    assert len(decisions) == 6 + 2 * 7


@given(runs())
@settings(deadline=None, max_examples=60)
def test_decisions_name_the_states_that_a_parser_passes_through(actions):
    """Times, open nodes and words left, against a forest that the same in-order actions grow."""
    decisions = DECODER.decisions(actions, VOCABULARY)
    at_once = all_states(actions, decisions[:, 0].tolist())
    forest = InOrderForest(torch.tensor([0]), torch.tensor([len(actions)]))
    for row, (_, action, open_node, words_left) in enumerate(decisions.tolist()):
        assert not forest.done.any()
        same_states(at_once, row, forest.states(9), 0)
        assert int(forest.open_node) == open_node
        assert int(forest.words_left) == words_left
        assert forest.allowed(len(VOCABULARY.labels))[0, action]
        forest.apply(torch.tensor([action]))
    assert forest.done.all()
    number = VOCABULARY.label_number
    expected = [[action.target, number(action.parent_label), number(action.new_label)] for action in actions]
    assert forest.actions[0, : len(actions)].tolist() == expected


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-5)])
def test_all_states_at_once_are_scored_as_step_by_step(dtype, tolerance):
    made = network(decoder="in-order", gcn_layers=3).to(dtype)
    batch = batch_of(made)
    with torch.no_grad():
        words = made.encode(batch.input)
        together = scores_of(
            made,
            words,
            states_of(batch),
            open_node=batch.decisions[:, 2],
            words_left=batch.decisions[:, 3].bool(),
        )
        counts = torch.bincount(batch.sentence)
        starts = counts.cumsum(0) - counts
        forest = InOrderForest(batch.first_word, torch.tensor([len(tree.words) for tree in TREES]))
        for step in range(int(counts.max())):
            scores = scores_of(made, words, forest.states(9), open_node=forest.open_node, words_left=forest.words_left)
            going = (counts > step).nonzero()[:, 0]
            assert_close(scores[going], together[starts[going] + step], tolerance)
            row = starts + torch.minimum(counts - 1, torch.tensor(step))
            forest.apply(batch.decisions[row, 1])  # those that are done stay as they are
        assert forest.done.all()


def test_a_bare_first_word_is_told_from_one_that_has_its_node():
    """Nothing is open in either state and the same word is to come, but one wants the word's label, one the next up.

    (S (NP (NNP Arthur)) (VP (VBZ is))) is shift PJ-NP reduce PJ-S shift ...: both projections at index -1, before `is`.
    """
    made = network(decoder="in-order", vocabulary=VOCABULARY).double()
    actions = oracle(Tree.from_string(ARTHUR))
    decisions = made.decoder.decisions(actions, made.vocabulary)
    rows = [1, 3]
    assert [made.vocabulary.label(int(number) - 1) for number in decisions[rows, 1]] == ["NP", "S"]
    assert decisions[rows, 2].tolist() == [-1, -1]
    words = torch.randn(len(actions), made.config.width, dtype=torch.float64)
    states = all_states(actions, decisions[rows, 0].tolist())
    assert states.next_word.tolist() == [1, 1]
    with torch.no_grad():
        scores = scores_of(made, words, states, open_node=torch.tensor([-1, -1]), words_left=torch.tensor([True, True]))
    assert not torch.allclose(scores[0], scores[1])


def test_the_loss_is_the_cross_entropy_of_the_right_actions():
    made = network(decoder="in-order")
    batch = batch_of(made)
    with torch.no_grad():
        words, positions, states = made.encode(batch.input), made.encoder.position_table, states_of(batch)
        loss = made.decoder.loss(made.decoder.prepare(words, positions), states, batch.decisions)
        scores = scores_of(
            made, words, states, open_node=batch.decisions[:, 2], words_left=batch.decisions[:, 3].bool()
        )
    naive = -sum(float(row.log_softmax(0)[right]) for row, right in zip(scores, batch.decisions[:, 1]))
    assert loss.tolist() == pytest.approx([naive, 0, 0], rel=1e-5)


def test_a_unary_chain_is_one_label():
    tree = collapse(Tree.from_string("(S (VP (VB Go)))"))
    made = network(decoder="in-order")
    assert len(made.prepare(tree).decisions) == 3  # shift, PJ-S+VP, reduce
