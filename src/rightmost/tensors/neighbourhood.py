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
        depth = depth_below_chain(states, levels)
        state, slot = torch.nonzero(depth <= levels, as_tuple=True)
        order = torch.argsort(depth[state, slot], stable=True)
        state, slot = state[order], slot[order]
        row_of = torch.zeros_like(depth)
        row_of[state, slot] = torch.arange(len(state), device=state.device)
        rows = torch.bincount(depth[state, slot], minlength=levels + 1).cumsum(0)[:levels].tolist()

        parent = states.parent[state, slot]
        has_parent = parent >= 0
        parent_row = row_of[state, parent.clamp(min=0)]
        own_row = torch.arange(len(state), device=state.device)
        inner = own_row < rows[-1]  # rows that edges lead to; every selected node's parent is one
        destinations = torch.cat([own_row[inner], own_row[inner & has_parent], parent_row[has_parent]])
        sources = torch.cat([own_row[inner], parent_row[inner & has_parent], own_row[has_parent]])
        destinations, order = torch.sort(destinations, stable=True)
        sources = sources[order]
        starts = torch.searchsorted(destinations, torch.arange(rows[-1] + 1, device=state.device))

        scale = _degree(states)[state, slot].to(dtype).rsqrt()
        weights = scale[destinations] * scale[sources]
        features, feature_weights = _features(states, state, slot, table, dtype)
        return cls(
            rows=rows,
            edges=starts[rows].tolist(),
            chain_length=states.on_chain.sum(1),
            offsets=starts[:-1],
            weights=weights,
            sources=sources,
            source_features=features[sources],
            source_feature_weights=feature_weights[sources] * weights[:, None],
            own_features=features[: rows[-1]],
            own_feature_weights=feature_weights[: rows[-1]],
        )


def depth_below_chain(states: States, levels: int) -> Tensor:
    """How many levels below the chain each node is; levels + 1 where it is deeper, or does not exist."""
    beyond = levels + 1
    depth = torch.where(states.on_chain, 0, beyond)
    above = states.parent.clamp(min=0)
    has_parent = states.exists & (states.parent >= 0)
    for level in range(1, levels + 1):
        found = has_parent & (depth == beyond) & (depth.gather(1, above) == level - 1)
        depth = torch.where(found, level, depth)
    return depth


def _degree(states: States) -> Tensor:
    """Each node's degree in the whole partial tree, its self-loop included."""
    has_parent = states.exists & (states.parent >= 0)
    degree = 1 + has_parent.long()
    return degree.scatter_add(1, states.parent.clamp(min=0), has_parent.long())


def _features(
    states: States, state: Tensor, slot: Tensor, table: FeatureTable, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """The table rows that sum up to each node's input: a leaf is one; a node a label and half of two positions."""
    left, right = states.left[state, slot], states.right[state, slot]
    is_leaf = states.is_leaf[state, slot]
    is_node = ~is_leaf & (states.label[state, slot] > 0)
    leaf = table.first_leaf + states.first_word[state] + left
    rows = torch.stack(
        [
            torch.where(is_leaf, leaf, states.label[state, slot]),  # the dummy's label is 0, and so is its row
            torch.where(is_node, table.first_position + table.position(left), 0),
            torch.where(is_node, table.first_position + table.position(right), 0),
        ],
        dim=1,
    )
    half = is_node.to(dtype) / 2
    return rows, torch.stack([torch.ones_like(half), half, half], dim=1)
