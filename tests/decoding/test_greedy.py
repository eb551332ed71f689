from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from model.growing import VOCABULARY, leaf
from model.networks import TREES, batch_of, network, scores_of, states_of
from rightmost.decoding.choice import best_actions
from rightmost.decoding.greedy import greedy_search
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import State


@settings(deadline=None, max_examples=20)
@given(
    st.sampled_from(["graph", "sequence"]), st.integers(0, 10_000), st.lists(st.integers(1, 8), min_size=1, max_size=4)
)
def test_random_networks_give_legal_actions(decoder, seed, lengths):
    made = network(seed=seed, decoder=decoder, vocabulary=VOCABULARY)
    words = torch.randn(sum(lengths), made.config.width, generator=torch.Generator().manual_seed(seed))
    with torch.no_grad():
        actions = greedy_search(made.decoder, words, made.encoder.position_table, lengths=lengths).actions
    for part, length in zip(actions.split(lengths), lengths):
        tree = tree_of(part.numpy(), [leaf(number) for number in range(length)], VOCABULARY)  # raises on illegal ones
        assert list(tree.leaves) == [leaf(number) for number in range(length)]


@settings(deadline=None, max_examples=10)
@given(st.sampled_from(["graph", "sequence"]), st.integers(0, 10_000))
def test_batched_is_one_at_a_time(decoder, seed):
    made = network(seed=seed, decoder=decoder).double()
    lengths = [len(tree.words) for tree in TREES]
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(sum(lengths), made.config.width, generator=generator, dtype=torch.float64)
    positions = made.encoder.position_table
    with torch.no_grad():
        together = greedy_search(made.decoder, words, positions, lengths=lengths).actions
        alone = [
            greedy_search(made.decoder, part, positions, lengths=[length]).actions
            for part, length in zip(words.split(lengths), lengths)
        ]
    assert torch.equal(together, torch.cat(alone))


def test_each_action_is_the_best_in_the_state_that_the_earlier_ones_made():
    """The parser's own states, run through the ground floor and scored all at once."""
    made = network(seed=2).double()
    tree = TREES[7]
    words = torch.randn(len(tree.words), made.config.width, dtype=torch.float64)
    with torch.no_grad():
        actions = greedy_search(made.decoder, words, made.encoder.position_table, lengths=[len(words)]).actions
        parsed = tree_of(actions.numpy(), tree.leaves, made.vocabulary)
        batch = batch_of(made, [parsed])
        scores = scores_of(made, words, states_of(batch))
    assert batch.decisions[:, 1:].tolist() == actions.tolist()
    assert best_actions(scores)[0].tolist() == actions.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_sequence_decoder_stays_on_the_chain(seed):
    """However much it would like the last target of all."""
    made = network(seed=seed, decoder="sequence", vocabulary=VOCABULARY)
    with torch.no_grad():
        made.decoder.net.output.bias[: made.decoder.targets] = torch.arange(250) * 100.0
        words = torch.randn(9, made.config.width)
        actions = greedy_search(made.decoder, words, made.encoder.position_table, lengths=[9]).actions
    state = State()
    for number, (target, parent, new) in enumerate(actions.tolist()):
        assert target == max(state.chain_length - 1, 0), "the last target on the chain"
        action = Action(target, VOCABULARY.label(parent), VOCABULARY.label(new))
        state = state.apply(action, leaf(number))
