"""The part of each partial tree that a graph convolution over its chain can see, as one graph over all states.

The features of chain nodes after k layers depend on nodes at most k levels below the chain. Rows are sorted by that
depth, and edges by the row they lead to, so every layer works on a prefix: layer j (from 1) on the rows within k - j
levels of the chain.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.tensors.states import States

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
        """The row of the position table for a word's place. Beyond the table, places cycle through its upper half."""
        upper = self.positions // 2
        beyond = upper + (place - upper) % (self.positions - upper)
        return torch.where(place < self.positions, place, beyond)


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
        slots = states.exists.shape[1]
        depth = depth_below_chain(states, levels).flatten()
        near = torch.nonzero(depth <= levels)[:, 0]  # places in the flattened (states, slots)
        depth, order = torch.sort(depth.index_select(0, near), stable=True)
        near = near.index_select(0, order)
        own_row = torch.arange(len(near), device=near.device)
        levels_above = torch.arange(1, levels + 1, device=near.device)
        rows = torch.searchsorted(depth, levels_above).tolist()

        # A root's parent is put down as itself, and the edges to it weigh nothing: cheaper than leaving them out.
        above = _parent_or_self(states).flatten().index_select(0, near)
        has_parent = above != near % slots
        row_of = torch.empty(states.exists.numel(), dtype=torch.long, device=near.device)
        row_of[near] = own_row
        parent_row = row_of.index_select(0, near - near % slots + above)
        inner = rows[-1]  # rows that edges lead to; every selected node's parent is one
        destinations = torch.cat([own_row[:inner], own_row[:inner], parent_row])
        sources = torch.cat([own_row[:inner], parent_row[:inner], own_row])
        counts = torch.cat([torch.ones_like(has_parent[:inner]), has_parent[:inner], has_parent])
        destinations, order = torch.sort(destinations, stable=True)
        sources = sources.index_select(0, order)
        starts = torch.searchsorted(destinations, torch.arange(inner + 1, device=near.device))

        scale = _degree(states).flatten().index_select(0, near).to(dtype).rsqrt()
        weights = scale.index_select(0, destinations) * scale.index_select(0, sources) * counts.index_select(0, order)
        features, feature_weights = _features(states, near, table, dtype)
        return cls(
            rows=rows,
            edges=starts[rows].tolist(),
            chain_length=states.on_chain.sum(1),
            offsets=starts[:-1],
            weights=weights,
            sources=sources,
            source_features=features.index_select(0, sources),
            source_feature_weights=feature_weights.index_select(0, sources) * weights[:, None],
            own_features=features[: rows[-1]],
            own_feature_weights=feature_weights[: rows[-1]],
        )


def depth_below_chain(states: States, levels: int) -> Tensor:
    """How many levels below the chain each node is; levels + 1 where it is deeper, or does not exist."""
    depth = torch.where(states.on_chain, 0, levels + 1)
    above = _parent_or_self(states)
    for _ in range(levels):
        depth = torch.minimum(depth, depth.gather(1, above) + 1)
    return depth


def _parent_or_self(states: States) -> Tensor:
    """Each node's parent; a root's, and that of what does not exist, is itself. (states, slots)"""
    own = torch.arange(states.exists.shape[1], device=states.exists.device)
    return torch.where(states.exists & (states.parent >= 0), states.parent, own)


def _degree(states: States) -> Tensor:
    """Each node's degree in the whole partial tree, its self-loop included."""
    has_parent = (states.exists & (states.parent >= 0)).long()
    return (has_parent + 1).scatter_add(1, states.parent.clamp(min=0), has_parent)


def _features(states: States, near: Tensor, table: FeatureTable, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """The table rows that sum up to each node's input: a leaf is one; a node a label and half of two positions."""
    left, right, label, is_leaf = (
        values.flatten().index_select(0, near) for values in (states.left, states.right, states.label, states.is_leaf)
    )
    leaf = table.first_leaf + states.first_word.index_select(0, near // states.exists.shape[1]) + left
    is_node = label > 0  # the dummy's label is 0, and so is its row
    ends = table.first_position + table.position(torch.stack([left, right], dim=1))
    rows = torch.cat([torch.where(is_leaf, leaf, label)[:, None], torch.where(is_node[:, None], ends, 0)], dim=1)
    half = is_node.to(dtype) / 2
    return rows, torch.stack([torch.ones_like(half), half, half], dim=1)
