"""A node shows the convolution only its last CHILDREN_SEEN children, the same in histories and in forests."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.growing import VOCABULARY, labels, numbered, padded_histories
from model.networks import network, scores_of
from rightmost.decoding import forest as forest_module
from rightmost.decoding.forest import Forest
from rightmost.model import states as states_module
from rightmost.model.history import states_at
from rightmost.model.network import Network
from rightmost.transitions.action import Action, attach, juxtapose


@st.composite
def flat_runs(draw: st.DrawFn) -> list[Action]:
    """Mostly attachments to one node, so that it has many children, some of which are trees."""
    actions = [attach(0, draw(labels))]
    for _ in range(draw(st.integers(5, 40))):
        kind = draw(st.integers(0, 9))
        actions.append(
            attach(0, draw(labels)) if kind < 3 else juxtapose(0, None, "X") if kind == 9 else attach(0, None)
        )
    return actions


def both_ways(made: Network, actions: list[Action]) -> None:
    """All states at once against step by step, score by score."""
    words = torch.randn(len(actions), made.config.width, dtype=torch.float64)
    time = 3 * torch.arange(len(actions))
    states = states_at(
        padded_histories([actions]),
        sentence=torch.zeros_like(time),
        time=time,
        first_word=torch.tensor([0]),
        levels=made.decoder.levels,
    )
    at_once = scores_of(made, words, states)
    labels_at_once = at_once.labels(torch.tensor([action.target for action in actions]))
    forest = Forest.planted(torch.tensor([0]), words=len(actions), levels=made.decoder.levels)
    for word, action in enumerate(actions):
        scores = scores_of(made, words, forest.states())
        longest = scores.target.shape[1]
        torch.testing.assert_close(scores.target[0], at_once.target[word, :longest])
        for ours, theirs in zip(scores.labels(torch.tensor([action.target])), labels_at_once):
            torch.testing.assert_close(ours[0], theirs[word])
        forest.grow(numbered([action]))


@pytest.mark.parametrize("seen", [1, 2, 5])
@pytest.mark.parametrize("slots", [768, 24])
@settings(deadline=None, max_examples=10)
@given(actions=flat_runs(), layers=st.integers(1, 3))
@torch.no_grad()
def test_all_states_at_once_are_step_by_step(seen, slots, actions, layers):
    """With few slots, what is hidden is dropped on the way, and its parent's degree still counts it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states_module, "CHILDREN_SEEN", seen)
        patch.setattr(forest_module, "MOST_SLOTS", slots)
        both_ways(network(vocabulary=VOCABULARY, gcn_layers=layers).double(), actions)
