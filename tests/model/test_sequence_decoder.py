from __future__ import annotations

import torch

from model.growing import VOCABULARY
from model.networks import batch_of, network, scores_of, states_of
from rightmost.model.states import DEPTH
from rightmost.transitions.action import attach


def test_a_sequence_decoder_looks_at_no_tree_while_it_learns():
    made = network(decoder="sequence")
    batch = batch_of(made)
    words = torch.randn(batch.words, made.config.width)
    states = states_of(batch)
    chain = (states.nodes[DEPTH] == 0).sum(1)
    with torch.no_grad():
        free, masked = (scores_of(made.train(training), words, states) for training in (True, False))
    assert free.target.isfinite().all()
    for row, length in enumerate(chain.tolist()):
        assert torch.equal(masked.target[row, :length], free.target[row, :length])
        assert (masked.target[row, length:] == float("-inf")).all()
    first = torch.zeros_like(chain)
    assert torch.equal(free.labels(first)[0], masked.labels(first)[0])


def test_a_sequence_decoder_depends_on_the_coming_word_alone():
    made = network(decoder="sequence")
    batch = batch_of(made)
    words = torch.randn(batch.words, made.config.width)
    changed = words.clone()
    changed[3] += 1
    states = states_of(batch)
    first = torch.zeros_like(states.next_word)
    with torch.no_grad():
        before, after = (scores_of(made, each, states).labels(first)[0] for each in (words, changed))
    differs = (before != after).any(1)
    assert differs.nonzero()[:, 0].tolist() == (states.next_word == 3).nonzero()[:, 0].tolist()


def test_a_target_beyond_a_sequence_decoder_s_last_is_its_last():
    made = network(decoder="sequence", vocabulary=VOCABULARY)
    actions = [attach(0, "S"), *(attach(depth, "NP") for depth in range(299))]
    targets = made.decoder.decisions(actions, VOCABULARY)[:, 1]
    assert targets.max() == made.decoder.targets - 1 == 249
    assert targets[200] == 199
