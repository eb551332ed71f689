from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from decoding.searching import actions_of, greedy, searched
from model.growing import VOCABULARY, leaf
from model.networks import TREES, batch_of, network, random_words, scores_of, states_of
from rightmost.decoding.greedy import Forced, Greedy
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
        found = greedy(made, words, lengths)
    for part, length in zip(found, lengths):
        tree = tree_of(part.numpy(), [leaf(number) for number in range(length)], VOCABULARY)  # raises on illegal ones
        assert list(tree.leaves) == [leaf(number) for number in range(length)]


@settings(deadline=None, max_examples=10)
@given(st.sampled_from(["graph", "sequence"]), st.integers(0, 10_000))
def test_batched_is_one_at_a_time(decoder, seed):
    made = network(seed=seed, decoder=decoder).double()
    lengths = [len(tree.words) for tree in TREES]
    generator = torch.Generator().manual_seed(seed)
    words = torch.randn(sum(lengths), made.config.width, generator=generator, dtype=torch.float64)
    with torch.no_grad():
        together = greedy(made, words, lengths)
        alone = [greedy(made, part, [length])[0] for part, length in zip(words.split(lengths), lengths)]
    for one, other in zip(together, alone, strict=True):
        assert torch.equal(one, other)


def test_each_action_is_the_best_in_the_state_that_the_earlier_ones_made():
    """The parser's own states, run through the ground floor and scored all at once."""
    made = network(seed=2).double()
    tree = TREES[7]
    words = torch.randn(len(tree.words), made.config.width, dtype=torch.float64)
    with torch.no_grad():
        (actions,) = greedy(made, words, [len(words)])
        parsed = tree_of(actions.numpy(), tree.leaves, made.vocabulary)
        batch = batch_of(made, [parsed])
        scores = scores_of(made, words, states_of(batch))
    assert batch.decisions[:, 1:].tolist() == actions.tolist()
    assert scores.best()[0].tolist() == actions.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_sequence_decoder_stays_on_the_chain(seed):
    """However much it would like the last target of all."""
    made = network(seed=seed, decoder="sequence", vocabulary=VOCABULARY)
    with torch.no_grad():
        made.decoder.net.output.bias[: made.decoder.targets] = torch.arange(250) * 100.0
        words = torch.randn(9, made.config.width)
        (actions,) = greedy(made, words, [9])
    state = State()
    for number, (target, parent, new) in enumerate(actions.tolist()):
        assert target == max(state.chain_length - 1, 0), "the last target on the chain"
        action = Action(target, VOCABULARY.label(parent), VOCABULARY.label(new))
        state = state.apply(action, leaf(number))


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 8), min_size=1, max_size=5))
@torch.no_grad()
def test_given_actions_are_taken_and_are_as_probable_as_if_they_were_chosen(seed, lengths):
    made = network(seed=seed).double()
    words = random_words(made, sum(lengths), seed)
    chosen = searched(made, words, lengths, Greedy())
    forced = searched(made, words, lengths, Forced(actions_of(chosen)))
    assert forced.actions.tolist() == chosen.actions.tolist()
    assert forced.gained == pytest.approx(chosen.gained, abs=1e-6)
    assert forced.total == pytest.approx(chosen.total, abs=1e-6)
    others = searched(made, random_words(made, sum(lengths), seed + 1), lengths, Greedy())
    assert actions_of(searched(made, words, lengths, Forced(actions_of(others)))) is not None
    assert searched(made, words, lengths, Forced(actions_of(others))).total.max() <= 0
