"""The neighbourhood of one state on the CPU, in numpy: its operations on next to nothing cost a third of torch's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightmost.model.states import DEPTH, States, hidden_children, some_are_hidden

if TYPE_CHECKING:
    from rightmost.model.neighbourhood import FeatureTable, Neighbourhood

Numbers = npt.NDArray[np.int64]


def neighbourhood_of_one(
    states: States, *, levels: int, table: FeatureTable, dtype: torch.dtype, made: type[Neighbourhood]
) -> Neighbourhood:
    """What `Neighbourhood.of` gives, step for step as there."""
    nodes = states.nodes.numpy()[:, 0]  # (tables, slots)
    near = np.flatnonzero(nodes[DEPTH] <= levels)
    near = near[np.argsort(nodes[DEPTH, near], kind="stable")]
    above, degree, rank, label, left, right, depth, *_ = nodes[:, near]
    rows: list[int] = np.searchsorted(depth, np.arange(1, levels + 1)).tolist()
    inner = rows[-1]
    own_row = np.arange(len(near))
    row_of = np.empty(nodes.shape[1], dtype=np.int64)
    row_of[near] = own_row
    has_parent = above >= 0
    parent_row = row_of[np.where(has_parent, above, near)]
    counts = degree
    if some_are_hidden(nodes.shape[1]):
        hidden = hidden_children(torch.from_numpy(degree), torch.from_numpy(above)).numpy()
        counts, rank = degree - hidden, rank - hidden[parent_row]
    ends = counts[:inner].cumsum()
    edges: list[int] = ends[[row - 1 for row in rows]].tolist()
    starts = ends - counts[:inner]
    sources = np.empty(edges[-1] + 1, dtype=np.int64)
    sources[ends - 1] = parent_row[:inner]
    sources[starts] = own_row[:inner]
    sources[np.where(has_parent, starts[parent_row] + rank + 1, edges[-1])] = own_row
    sources = sources[:-1]
    scale = degree**-0.5
    weights = np.repeat(scale[:inner], counts[:inner]) * scale[sources]
    is_node = label > 0
    leaf = table.first_leaf + left + int(states.first_word[0])
    features = np.stack([np.where(label < 0, leaf, label), *_positions(left, right, is_node, table)], axis=1)
    shares = np.where(is_node[:, None], [1.0, 0.5, 0.5], [1.0, 0.0, 0.0])

    def floats(values: npt.NDArray[np.float64]) -> Tensor:
        return torch.from_numpy(values).to(dtype)

    return made(
        rows=rows,
        edges=edges,
        chain_length=states.chain_length,
        offsets=torch.from_numpy(starts),
        weights=floats(weights),
        sources=torch.from_numpy(sources),
        source_features=torch.from_numpy(features[sources]),
        source_feature_weights=floats(shares[sources] * weights[:, None]),
        own_features=torch.from_numpy(features[:inner]),
        own_feature_weights=floats(shares[:inner]),
    )


def _positions(left: Numbers, right: Numbers, is_node: npt.NDArray[np.bool_], table: FeatureTable) -> Numbers:
    """The table rows of nodes' ends; 0 where there are none. (2, nodes)"""
    ends = np.stack([left, right])
    if ends.max() >= table.positions:
        ends = table.position(torch.from_numpy(ends)).numpy()
    return np.where(is_node, table.first_position + ends, 0)
