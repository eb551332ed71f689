"""One state's neighbourhood, which is made in a way of its own, is what it would be among others."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.growing import VOCABULARY, padded_histories, runs
from rightmost.model import states as states_module
from rightmost.model.history import states_at
from rightmost.model.lone_state import neighbourhood_of_one
from rightmost.model.neighbourhood import FeatureTable, Neighbourhood
from rightmost.model.states import DEPTH, States
from rightmost.transitions.action import Action, attach

TABLE = FeatureTable(labels=len(VOCABULARY.labels), positions=6)


def same_state(actions: list[Action], time: int, *, times: int, first_word: int = 0) -> States:
    return states_at(
        padded_histories([actions]),
        sentence=torch.zeros(times, dtype=torch.long),
        time=torch.full((times,), time),
        first_word=torch.tensor([first_word]),
        levels=9,
    )


def alone(states: States, *, levels: int, dtype: torch.dtype = torch.float64) -> Neighbourhood:
    return neighbourhood_of_one(states, levels=levels, table=TABLE, dtype=dtype, made=Neighbourhood)


def is_first_of_two(near: Neighbourhood, twice: Neighbourhood, states: States, *, levels: int) -> None:
    """Asserts that it is the first of two alike, row by row. Of each level the first one's rows come first."""
    assert twice.rows == [2 * rows for rows in near.rows]
    assert twice.edges == [2 * edges for edges in near.edges]
    assert twice.chain_length.tolist() == near.chain_length.tolist() * 2
    seen = int((states.nodes[DEPTH] <= levels).sum())  # rows of the last level are sources alone
    there = [start + row for start, end in zip([0, *near.rows], [*near.rows, seen]) for row in range(start, end)]
    inner = near.rows[-1]
    ends, ends_there = ([*each.offsets.tolist()[1:], each.edges[-1]] for each in (near, twice))
    for row, other in enumerate(there[:inner]):
        mine = slice(int(near.offsets[row]), ends[row])
        theirs = slice(int(twice.offsets[other]), ends_there[other])
        assert [there[source] for source in near.sources[mine].tolist()] == twice.sources[theirs].tolist()
        for name in ("weights", "source_features", "source_feature_weights"):
            torch.testing.assert_close(getattr(near, name)[mine], getattr(twice, name)[theirs])
        for name in ("own_features", "own_feature_weights"):
            torch.testing.assert_close(getattr(near, name)[row], getattr(twice, name)[other])


@settings(deadline=None, max_examples=60)
@given(runs(max_words=14), st.integers(1, 4), st.integers(0, 30), st.sampled_from([torch.float32, torch.float64]))
def test_one_state_alone_is_as_among_others(
    actions: list[Action], levels: int, first_word: int, dtype: torch.dtype
) -> None:
    """Of any sentence of a batch; sentences longer than the table of positions are among them."""
    for time in range(0, 3 * len(actions) + 1, 3):
        one, two = (same_state(actions, time, times=times, first_word=first_word) for times in (1, 2))
        twice = Neighbourhood.of(two, levels=levels, table=TABLE, dtype=dtype)
        is_first_of_two(alone(one, levels=levels, dtype=dtype), twice, one, levels=levels)


@settings(deadline=None, max_examples=30)
@given(runs(max_words=14), st.integers(1, 3))
def test_and_so_it_is_where_children_are_hidden(actions: list[Action], levels: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states_module, "CHILDREN_SEEN", 2)
        one, two = (same_state(actions, 3 * len(actions), times=times) for times in (1, 2))
        twice = Neighbourhood.of(two, levels=levels, table=TABLE, dtype=torch.float64)
        is_first_of_two(alone(one, levels=levels), twice, one, levels=levels)


def test_only_the_last_children_are_seen_and_degrees_count_all(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = [attach(0, "NP"), *[attach(0, None)] * 9]
    for seen, rows in ((20, 10), (4, 4)):
        monkeypatch.setattr(states_module, "CHILDREN_SEEN", seen)
        near = alone(same_state(actions, 30, times=1), levels=1)
        leaves = near.source_features[near.source_features[:, 0] >= TABLE.first_leaf, 0] - TABLE.first_leaf
        assert leaves.tolist() == list(range(10 - rows, 10))
        assert near.weights.tolist() == pytest.approx([1 / 11, *[(11 * 2) ** -0.5] * rows])
