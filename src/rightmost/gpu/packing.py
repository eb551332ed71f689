"""The neighbourhood of many states in tensors whose shapes are chosen beforehand, so that nothing waits for a count.

Rows and edges are those of `Neighbourhood`, in the same order. They are packed to the front of buffers that hold some
number of rows for all states together; what stands after them means nothing. Where a buffer was too small the result
means nothing either, and the counts say so: whoever reads them must do the work again in another way.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.model.neighbourhood import FeatureTable
from rightmost.model.states import DEPTH, SLOTS_PER_WORD


@dataclass(frozen=True)
class Packing:
    """Rows and edges. `capacity[d]` rows may lie within d levels of the chain, d = 0, ..., k."""

    capacity: tuple[int, ...]
    counts: Tensor  # (k + 1,) how many rows lie within each number of levels
    starts: Tensor  # (capacity[k],) where each row's edges begin
    ends: Tensor  # (capacity[k],)
    sources: Tensor  # (edges,) the rows they come from
    scale: Tensor  # (capacity[k],) float: degree to the power -1/2; an edge weighs the product of its two ends'
    features: Tensor  # (3, capacity[k]) table rows: the label or the leaf, then of a node both ends' positions
    is_node: Tensor  # (capacity[k],) bool: it has positions
    row_state: Tensor  # (capacity[0],) whose chain a chain row is of
    chain_start: Tensor  # (states,) each state's first chain row
    chain_length: Tensor  # (states,)
    longest: int  # no chain is longer

    @classmethod
    def of(
        cls, nodes: Tensor, first_word: Tensor, *, slots: int, table: FeatureTable, capacity: tuple[int, ...]
    ) -> Packing:
        """What len(capacity) - 1 layers see of the trees' nodes (8, states, all slots), the first `slots` of them.

        Positions beyond the table, and children that are not seen, are not provided for.
        """
        levels, states, device = len(capacity) - 1, nodes.shape[1], nodes.device
        size, most = states * slots, capacity[-1]
        level_numbers = torch.arange(levels + 1, device=device)[:, None, None]
        count = (nodes[DEPTH, :, :slots] == level_numbers).flatten().cumsum(0)  # by level, state, slot
        by_level = count.view(levels + 1, states, slots)
        found = torch.searchsorted(count, torch.arange(1, most + 1, device=device))  # after the end where there is none
        level, place = found // size, found % size
        state = place // slots
        in_all = place + state * (nodes.shape[2] - slots)  # among all slots
        above, degree, rank, label, left, right, *_ = nodes.flatten(1).index_select(1, in_all).unbind(0)
        has_parent = (above >= 0) & (level <= levels)
        parent_place = (level - 1).clamp_(min=0) * size + torch.where(has_parent, state * slots + above, place)
        parent_row = (count.index_select(0, parent_place) - 1).clamp_(min=0, max=most - 1)
        edges = torch.where(level < levels, degree, 0)
        starts, ends, sources = _edges(edges, has_parent, parent_row, rank=rank, most=2 * capacity[-2] + most)
        leaf = table.first_leaf + first_word.index_select(0, state) + left
        is_node = label > 0
        positions = torch.where(is_node, table.first_position + torch.stack([left, right]), 0)
        chain_end = by_level[0, :, -1]
        chain_start = torch.cat([chain_end.new_zeros(1), chain_end[:-1]])
        return cls(
            capacity=capacity,
            counts=by_level[:, -1, -1],
            starts=starts,
            ends=ends,
            sources=sources,
            scale=degree.float().rsqrt(),
            features=torch.cat([torch.where(label < 0, leaf, label)[None], positions]),
            is_node=is_node,
            row_state=state[: capacity[0]],
            chain_start=chain_start,
            chain_length=chain_end - chain_start,
            longest=max(1, slots // SLOTS_PER_WORD),
        )


def _edges(
    edges: Tensor, has_parent: Tensor, parent_row: Tensor, *, rank: Tensor, most: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Where each row's edges begin and end, and the rows they come from: itself, its children, its parent.

    `edges` is how many each row has. The last of `most` + 1 places is for what is thrown away.
    """
    ends = edges.cumsum(0)
    starts, ends = (ends - edges).clamp_(max=most), ends.clamp_(max=most)
    own_row = torch.arange(len(edges), device=edges.device)
    sources = torch.zeros(most + 1, dtype=torch.long, device=edges.device)
    has_edges = edges > 0
    sources.scatter_(0, torch.where(has_edges, ends - 1, most), parent_row)  # a root's is overwritten by its last child
    among_children = (starts.index_select(0, parent_row) + rank + 1).clamp_(max=most)
    places = torch.cat([torch.where(has_edges, starts, most), torch.where(has_parent, among_children, most)])
    sources.scatter_(0, places, own_row.repeat(2))
    return starts, ends, sources
