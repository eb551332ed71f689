"""A packing is the neighbourhood of the same states, in buffers of any size that is enough."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.growing import VOCABULARY, equal_batches, forest_of
from rightmost.decoding.forest import Forest
from rightmost.gpu.packing import Packing
from rightmost.model.neighbourhood import FeatureTable, Neighbourhood
from rightmost.model.states import ABSENT, DEPTH
from rightmost.transitions.action import Action
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR

TABLE = FeatureTable(labels=len(VOCABULARY.labels), positions=12)
numbers = st.integers(0, 9)


def counts_of(forest: Forest, *, levels: int) -> list[int]:
    """How many nodes lie within 0, 1, ..., k levels of the chains."""
    return [int((forest.nodes[DEPTH] <= level).sum()) for level in range(levels + 1)]


def packed(forest: Forest, capacity: tuple[int, ...], *, spare_slots: int = 0) -> Packing:
    """Of nodes with more slots than are looked at, and rubbish there."""
    rubbish = torch.zeros(*forest.nodes.shape[:2], spare_slots, dtype=torch.long)
    nodes = torch.cat([forest.nodes, rubbish], dim=2)
    return Packing.of(nodes, forest.first_word, slots=forest.nodes.shape[2], table=TABLE, capacity=capacity)


@settings(deadline=None, max_examples=80)
@given(equal_batches(max_words=12), st.lists(numbers, min_size=2, max_size=5), numbers, st.data())
def test_rows_and_edges_are_those_of_the_neighbourhood(
    batch: list[list[Action]], spare: list[int], spare_slots: int, data: st.DataObject
) -> None:
    words = data.draw(st.integers(0, len(batch[0])))
    levels = len(spare) - 1
    forest = forest_of(batch, words=words)
    counts = counts_of(forest, levels=levels)
    packing = packed(forest, tuple(sum(pair) for pair in zip(counts, sorted(spare))), spare_slots=spare_slots)
    near = Neighbourhood.of(forest.states(), levels=levels, table=TABLE, dtype=torch.float32)
    inner, edges = near.rows[-1], near.edges[-1]

    assert packing.counts.tolist() == counts
    assert packing.counts[:-1].tolist() == near.rows
    assert torch.equal(packing.starts[:inner], near.offsets)
    assert torch.equal(packing.ends[:inner], torch.cat([near.offsets[1:], torch.tensor([edges])]))
    assert torch.equal(packing.sources[:edges], near.sources)
    own = torch.repeat_interleave(packing.ends[:inner] - packing.starts[:inner])
    torch.testing.assert_close(packing.scale[own] * packing.scale[near.sources], near.weights)
    assert torch.equal(packing.features.T[:inner], near.own_features)
    assert torch.equal(packing.features.T[near.sources], near.source_features)
    assert torch.equal(packing.is_node[:inner], near.own_feature_weights[:, 1] > 0)

    assert torch.equal(packing.chain_length, near.chain_length)
    assert torch.equal(packing.chain_start, near.chain_length.cumsum(0) - near.chain_length)
    assert torch.equal(packing.row_state[: near.rows[0]], torch.repeat_interleave(near.chain_length))
    assert packing.longest >= int(near.chain_length.max())


@settings(deadline=None, max_examples=40)
@given(equal_batches(max_words=12), st.lists(st.integers(1, 30), min_size=2, max_size=4))
def test_counts_tell_of_too_little_room_and_nothing_points_outside(
    batch: list[list[Action]], capacity: list[int]
) -> None:
    forest = forest_of(batch)
    packing = packed(forest, tuple(sorted(capacity)))
    rows = max(capacity)
    assert packing.counts.tolist() == counts_of(forest, levels=len(capacity) - 1)
    assert {len(packing.starts), len(packing.ends), len(packing.scale), packing.features.shape[1]} == {rows}
    assert len(packing.row_state) == min(capacity)
    edges = len(packing.sources)
    pointed = ((packing.sources, rows), (packing.starts, edges), (packing.ends, edges), (packing.row_state, len(batch)))
    for pointers, end in pointed:
        assert pointers.min() >= 0
        assert pointers.max() < end


def test_a_tree_that_is_not_to_be_seen_has_no_rows() -> None:
    actions = list(oracle(Tree.from_string(ARTHUR)))
    three, two = forest_of([actions] * 3), forest_of([actions] * 2)
    three.nodes[DEPTH, 1] = ABSENT
    packing, other = packed(three, (20, 60)), packed(two, (20, 60))
    assert packing.chain_length.tolist() == [5, 0, 5], "S VP NP PP NP"
    assert packing.chain_start.tolist() == [0, 5, 5]
    assert packing.row_state[:10].tolist() == [0] * 5 + [2] * 5
    assert packing.counts.tolist() == other.counts.tolist()
    assert torch.equal(packing.sources[: packing.ends[9]], other.sources[: packing.ends[9]])
