"""The part of each partial tree that a graph convolution over its chain can see, as one graph over all states.

The features of chain nodes after k layers depend on nodes at most k levels below the chain. Rows are sorted by that
depth, and edges by the row they lead to, so every layer works on a prefix: layer j (from 1) on the rows within k - j
levels of the chain.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.encoding.positions import position_rows
from rightmost.model.lone_state import neighbourhood_of_one
from rightmost.model.states import DEPTH, States, hidden_children, some_are_hidden

FEATURES = 3  # a node's input is a weighted sum of this many rows of the feature table


@dataclass(frozen=True)
class FeatureTable:
    """Where things stand in the table [dummy and labels | positions | leaves] of input features."""

    labels: int
    positions: int

    @property
    def first_position(self) -> int:
        return self.labels + 1

    @property
    def first_leaf(self) -> int:
        return self.labels + 1 + self.positions

    def position(self, place: Tensor) -> Tensor:
        """The row of the position table for a word's place."""
        return position_rows(place, self.positions)


@dataclass(frozen=True)
class Neighbourhood:
    """Rows (nodes near the chain, of all states) and weighted edges between them."""

    rows: list[int]  # how many rows lie within 0, 1, ..., k - 1 levels of the chain
    edges: list[int]  # how many edges lead to them
    chain_length: Tensor  # (states,) chain nodes of each state: the first rows[0] rows, state by state, root first
    offsets: Tensor  # (rows,) where each row's edges begin
    weights: Tensor  # (edges,) entries of D^-1/2 (A + I) D^-1/2
    sources: Tensor  # (edges,) the rows they come from; rows k levels down occur here alone
    source_features: Tensor  # (edges, 3) rows of the feature table whose weighted sum is the source's input
    source_feature_weights: Tensor  # (edges, 3), the edge's weight included
    own_features: Tensor  # (rows, 3)
    own_feature_weights: Tensor  # (rows, 3)

    @classmethod
    def of(cls, states: States, *, levels: int, table: FeatureTable, dtype: torch.dtype) -> Neighbourhood:
        """What `levels` layers of convolution see of the states."""
        if states.nodes.shape[1] == 1 and states.nodes.device.type == "cpu":
            return neighbourhood_of_one(states, levels=levels, table=table, dtype=dtype, made=cls)
        slots = states.nodes.shape[2]
        depth = states.nodes[DEPTH].flatten()
        near = torch.nonzero(depth <= levels)[:, 0]  # places in the flattened (states, slots)
        depth, order = torch.sort(depth.index_select(0, near), stable=True)
        near = near.index_select(0, order)
        rows: list[int] = torch.searchsorted(depth, torch.arange(1, levels + 1, device=near.device)).tolist()
        inner = rows[-1]  # rows that edges lead to; every selected node's parent is one
        above, degree, rank, label, left, right, *_ = states.nodes.flatten(1).index_select(1, near).unbind(0)
        state = torch.div(near, slots, rounding_mode="floor")

        row_of = torch.empty_like(states.nodes[DEPTH]).flatten()
        row_of[near] = torch.arange(len(near), device=near.device)
        has_parent = above >= 0
        parent_row = row_of.index_select(0, torch.where(has_parent, state * slots + above, near))
        counts = degree
        if some_are_hidden(slots):
            hidden = hidden_children(degree, above)
            counts, rank = degree - hidden, rank - hidden.index_select(0, parent_row)
        ends = counts[:inner].cumsum(0)
        edges: list[int] = ends[[row - 1 for row in rows]].tolist()
        starts = ends - counts[:inner]
        child_edge = torch.where(has_parent, starts.index_select(0, parent_row) + rank + 1, edges[-1])
        sources = _sources(starts, ends, edges[-1], parent_row=parent_row, child_edge=child_edge)

        scale = degree.to(dtype).rsqrt()
        own_scale = torch.repeat_interleave(scale[:inner], counts[:inner], output_size=edges[-1])
        weights = own_scale * scale.index_select(0, sources)
        features, feature_weights = features_of(
            label, left, right, first_word=states.first_word.index_select(0, state), table=table, dtype=dtype
        )
        return cls(
            rows=rows,
            edges=edges,
            chain_length=states.chain_length,
            offsets=starts,
            weights=weights,
            sources=sources,
            source_features=features.index_select(0, sources),
            source_feature_weights=feature_weights.index_select(0, sources) * weights[:, None],
            own_features=features[:inner],
            own_feature_weights=feature_weights[:inner],
        )


def _sources(starts: Tensor, ends: Tensor, edges: int, *, parent_row: Tensor, child_edge: Tensor) -> Tensor:
    """The rows that edges come from: of each row itself, its children, its parent. (edges,)

    `child_edge` is each row's place among its parent's edges, or after all of them.
    """
    own_row = torch.arange(len(parent_row), device=starts.device)
    sources = torch.empty(edges + 1, dtype=torch.long, device=starts.device)
    sources[ends - 1] = parent_row[: len(ends)]  # a root has none; its last child takes the place
    sources[starts] = own_row[: len(starts)]
    sources[child_edge] = own_row
    return sources[:-1]


def features_of(
    label: Tensor, left: Tensor, right: Tensor, *, first_word: Tensor, table: FeatureTable, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """The table rows that sum up to each node's input: a leaf is one; a node a label and half of two positions.

    (nodes, 3), (nodes, 3)
    """
    own = torch.where(label < 0, table.first_leaf + first_word + left, label)
    is_node = label > 0  # the dummy's label is 0, and so is its row
    ends = torch.stack([left, right])
    ends = torch.where(is_node, table.first_position + table.position(ends), 0)
    half = is_node.to(dtype) / 2
    return torch.stack([own, *ends], dim=1), torch.stack([torch.ones_like(half), half, half], dim=1)
