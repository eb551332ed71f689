# mypy: disable-error-code="untyped-decorator"
"""What a step does to trees, as Triton kernels, a program a tree: packing its neighbourhood, and growing it.

They compute what `rightmost.gpu.packing` and `rightmost.gpu.fixed_trees.InTorch` do in some hundred of torch's own
operations, each of which would be a launch. `tests/gpu/test_tree_kernels.py` holds the two equal.
"""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from rightmost.gpu.fixed_trees import MOST_WORDS, FixedTrees, StepShape
from rightmost.gpu.packing import Packing
from rightmost.model.action_scores import ActionScores
from rightmost.model.neighbourhood import FeatureTable


class InKernels:
    """As `InTorch`, faster. What stands after the last row or edge that counts is left as it was in memory."""

    def pack(self, nodes: Tensor, first_word: Tensor, shape: StepShape, table: FeatureTable) -> Packing:
        levels, trees, device = len(shape.capacity) - 1, shape.trees, nodes.device
        most, most_edges = shape.capacity[-1], 2 * shape.capacity[-2] + shape.capacity[-1]
        sizes = {"LEVELS": levels, "BLOCK": _block(shape.slots)}
        field, tree = nodes.stride(0), nodes.stride(1)

        def numbers(*size: int) -> Tensor:
            return torch.empty(size, dtype=torch.long, device=device)

        each = numbers(2, levels + 1, trees)
        _counted[(trees,)](nodes, field, tree, each, trees, shape.slots, **sizes)
        counts = each.flatten(1).cumsum(1)  # (2, levels + 1 times trees) of rows, of edges
        rows, first_edges = numbers(trees, shape.slots), numbers(trees, shape.slots)
        starts, ends, features = numbers(most), numbers(most), numbers(3, most)
        scale, row_state = torch.empty(most, device=device), numbers(shape.capacity[0])
        is_node = torch.empty(most, dtype=torch.bool, device=device)
        _rows[(trees,)](
            *(nodes, field, tree, each, counts, first_word, rows, first_edges),
            *(starts, ends, scale, features, is_node, row_state, trees, most, most_edges, shape.capacity[0]),
            *(table.first_position, table.first_leaf, shape.slots),
            **sizes,
        )
        sources = numbers(most_edges + 1)
        _edges[(trees,)](nodes, field, tree, rows, first_edges, sources, most_edges, shape.slots, **sizes)
        chain_end = counts[0, :trees]
        return Packing(
            capacity=shape.capacity,
            counts=counts[0].view(levels + 1, trees)[:, -1].contiguous(),
            starts=starts,
            ends=ends,
            sources=sources,
            scale=scale,
            features=features,
            is_node=is_node,
            row_state=row_state,
            chain_start=chain_end - each[0, 0],
            chain_length=each[0, 0],
            longest=max(1, shape.words),
        )

    def best(self, scores: ActionScores, *, is_first: bool) -> tuple[Tensor, Tensor]:
        target = scores.target.argmax(dim=1)
        parent, new = scores.labels(target)  # side by side, label by label
        trees, labels = parent.shape
        actions = torch.empty(trees, 3, dtype=torch.long, device=target.device)
        values = torch.empty(trees, device=target.device)
        _best[(trees,)](
            *(scores.target, parent, new, parent.stride(0), parent.stride(1), target, actions, values),
            *(labels, scores.target.shape[1]),
            IS_FIRST=is_first,
            PLACES=triton.next_power_of_2(MOST_WORDS),
            LABELS_BLOCK=triton.next_power_of_2(labels),
        )
        return actions, values

    def grow(self, trees: FixedTrees, actions: Tensor) -> None:
        shape = trees.shape
        _grown[(shape.trees,)](
            *(trees.nodes, trees.nodes.stride(0), trees.nodes.stride(1), trees.chain, trees.chain.stride(0)),
            *(actions, trees.length, trees.word, shape.slots),
            IS_FIRST=shape.is_first,
            BLOCK=_block(shape.slots),
            num_warps=1,  # it reads and writes the same places: no other warp may be ahead
        )


def _block(slots: int) -> int:
    """Not smaller than need be: each size is compiled for itself."""
    return max(64, int(triton.next_power_of_2(slots)))


#: Numbers that change from step to step; without this, kernels would be compiled anew for those that divide by 16.
_NUMBERS = ["trees", "SLOTS", "most", "most_edges", "most_chain", "first_position", "first_leaf", "LABELS", "LONGEST"]


def _kernel(function: Any) -> Any:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return triton.jit(do_not_specialize=[name for name in _NUMBERS if name in names])(function)


# The tables of a node, in the order of rightmost.model.states: above, degree, rank, label, left, right, depth, place.


@_kernel
def _counted(  # type: ignore[no-untyped-def]
    nodes, field, tree_stride, each, trees, SLOTS, LEVELS: tl.constexpr, BLOCK: tl.constexpr
):
    tree = tl.program_id(0).to(tl.int64)
    slots = tl.arange(0, BLOCK)
    here = nodes + tree * tree_stride + slots
    depth = tl.load(here + 6 * field, mask=slots < SLOTS, other=1 << 20)
    degree = tl.load(here + field, mask=slots < SLOTS, other=0)
    for level in tl.static_range(LEVELS + 1):
        is_here = depth == level
        tl.store(each + level * trees + tree, tl.sum(is_here.to(tl.int64), axis=0))
        edges = tl.sum(tl.where(is_here, degree, 0), axis=0)
        tl.store(each + (LEVELS + 1 + level) * trees + tree, edges if level < LEVELS else edges * 0)


@_kernel
def _rows(  # type: ignore[no-untyped-def]
    nodes, field, tree_stride, each, counts, first_word, rows, first_edges,
    starts, ends, scale, features, is_node, row_state, trees, most, most_edges, most_chain,
    first_position, first_leaf, SLOTS, LEVELS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    tree = tl.program_id(0).to(tl.int64)
    slots = tl.arange(0, BLOCK)
    is_slot = slots < SLOTS
    here = nodes + tree * tree_stride + slots
    depth = tl.load(here + 6 * field, mask=is_slot, other=1 << 20)
    degree = tl.load(here + field, mask=is_slot, other=0)
    row = tl.zeros([BLOCK], dtype=tl.int64)
    edge = tl.zeros([BLOCK], dtype=tl.int64)
    for level in tl.static_range(LEVELS + 1):
        is_here = depth == level
        own = level * trees + tree
        before = tl.load(counts + own) - tl.load(each + own)
        row = tl.where(is_here, before + tl.cumsum(is_here.to(tl.int64), axis=0) - 1, row)
        if level < LEVELS:
            own += (LEVELS + 1) * trees
            before = tl.load(counts + own) - tl.load(each + own)
            edge = tl.where(is_here, before + tl.cumsum(tl.where(is_here, degree, 0), axis=0) - degree, edge)
    tl.store(rows + tree * SLOTS + slots, row, mask=is_slot)
    tl.store(first_edges + tree * SLOTS + slots, edge, mask=is_slot)

    is_row = (depth <= LEVELS) & (row < most)
    label = tl.load(here + 3 * field, mask=is_row, other=0)
    left = tl.load(here + 4 * field, mask=is_row, other=0)
    right = tl.load(here + 5 * field, mask=is_row, other=0)
    edges = tl.where(depth < LEVELS, degree, 0)
    tl.store(starts + row, tl.minimum(edge, most_edges), mask=is_row)
    tl.store(ends + row, tl.minimum(edge + edges, most_edges), mask=is_row)
    tl.store(scale + row, tl.rsqrt(degree.to(tl.float32)), mask=is_row)
    leaf = first_leaf + tl.load(first_word + tree) + left
    tl.store(features + row, tl.where(label < 0, leaf, label), mask=is_row)
    tl.store(features + most + row, first_position + left, mask=is_row)
    tl.store(features + 2 * most + row, first_position + right, mask=is_row)
    tl.store(is_node + row, label > 0, mask=is_row)
    tl.store(row_state + row, tree + 0 * row, mask=(depth == 0) & (row < most_chain))


@_kernel
def _edges(  # type: ignore[no-untyped-def]
    nodes, field, tree_stride, rows, first_edges, sources, most_edges, SLOTS,
    LEVELS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    tree = tl.program_id(0).to(tl.int64)
    slots = tl.arange(0, BLOCK)
    is_slot = slots < SLOTS
    here = nodes + tree * tree_stride + slots
    depth = tl.load(here + 6 * field, mask=is_slot, other=1 << 20)
    is_row = depth <= LEVELS
    above = tl.load(here, mask=is_row, other=-1)
    degree = tl.load(here + field, mask=is_row, other=1)
    rank = tl.load(here + 2 * field, mask=is_row, other=0)
    row = tl.load(rows + tree * SLOTS + slots, mask=is_row, other=0)
    edge = tl.load(first_edges + tree * SLOTS + slots, mask=is_row, other=0)
    has_parent = is_row & (above >= 0)
    parent = tl.where(has_parent, above, 0)
    parent_row = tl.load(rows + tree * SLOTS + parent, mask=has_parent, other=0)
    parent_edge = tl.load(first_edges + tree * SLOTS + parent, mask=has_parent, other=0)
    is_inner = depth < LEVELS
    tl.store(sources + edge, row, mask=is_inner & (edge < most_edges))
    last = edge + degree - 1
    tl.store(sources + last, parent_row, mask=is_inner & has_parent & (degree > 0) & (last < most_edges))
    own = parent_edge + 1 + rank
    tl.store(sources + own, row, mask=has_parent & (own < most_edges))


@triton.jit
def _best_of(x, columns):  # type: ignore[no-untyped-def]
    chosen = tl.argmax(x, axis=0).to(tl.int64)
    return chosen, _value(x, columns, chosen)


@triton.jit
def _value(x, columns, given):  # type: ignore[no-untyped-def]
    most = tl.max(x, axis=0)
    total = tl.log(tl.sum(tl.exp(x - most), axis=0))
    return tl.sum(tl.where(columns == given, x, 0.0), axis=0) - most - total


@_kernel
def _best(  # type: ignore[no-untyped-def]
    target_scores, parent_scores, new_scores, label_row, label_column, targets, actions, values, LABELS, LONGEST,
    IS_FIRST: tl.constexpr, PLACES: tl.constexpr, LABELS_BLOCK: tl.constexpr,
):  # fmt: skip
    tree = tl.program_id(0).to(tl.int64)
    never = -float("inf")
    places = tl.arange(0, PLACES)
    x = tl.load(target_scores + tree * LONGEST + places, mask=places < LONGEST, other=never).to(tl.float32)
    target = tl.load(targets + tree)
    value = _value(x, places, target)
    labels = tl.arange(0, LABELS_BLOCK)
    is_label = labels < LABELS
    at = tree * label_row + labels * label_column
    x = tl.load(parent_scores + at, mask=is_label, other=never).to(tl.float32)
    if IS_FIRST:
        x = tl.where(labels == 0, never, x)
    parent_label, parent_value = _best_of(x, labels)
    x = tl.load(new_scores + at, mask=is_label, other=never).to(tl.float32)
    if IS_FIRST:
        x = tl.where(labels == 0, x, never)
    new_label, new_value = _best_of(x, labels)
    tl.store(actions + 3 * tree, target)
    tl.store(actions + 3 * tree + 1, parent_label)
    tl.store(actions + 3 * tree + 2, new_label)
    tl.store(values + tree, value + parent_value + new_value)


@_kernel
def _grown(  # type: ignore[no-untyped-def]
    nodes, field, tree_stride, chain, chain_stride, actions, lengths, word_read, SLOTS,
    IS_FIRST: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    tree = tl.program_id(0).to(tl.int64)
    word = tl.load(word_read)
    length = tl.load(lengths + tree)
    if word < length:
        target = tl.load(actions + 3 * tree)
        parent_label = tl.load(actions + 3 * tree + 1)
        new_label = tl.load(actions + 3 * tree + 2)
        slots = tl.arange(0, BLOCK)
        is_slot = slots < SLOTS
        own = nodes + tree * tree_stride
        here = own + slots
        leaf, new, parent = 3 * word + 1, 3 * word + 2, 3 * word + 3
        is_leaf, is_new, is_parent = slots == leaf, slots == new, slots == parent
        has_parent = parent_label != 0
        has_new = new_label != 0
        at_chain = chain + tree * chain_stride + target
        absent = 1 << 20
        if IS_FIRST:
            above = target * 0 - 1
            node, degree, rank, left, host = above, above, above, above, above
            siblings = target * 0
            depth = tl.where(is_leaf, 1, tl.where(is_parent, 0, absent)).to(tl.int64)
            place = slots.to(tl.int64) * 0
        else:
            node = tl.load(at_chain)
            above = tl.load(own + node)
            degree = tl.load(own + field + node)
            rank = tl.load(own + 2 * field + node)
            left = tl.load(own + 4 * field + node)
            has_above = (above >= 0).to(tl.int64)
            host = tl.where(has_new, new, node)
            siblings = tl.where(has_new, 1, degree - 1 - has_above)
            depth = tl.load(here + 6 * field, mask=is_slot, other=absent)
            place = tl.load(here + 7 * field, mask=is_slot, other=0)
            depth += tl.maximum(place - (target - has_new.to(tl.int64)), 0)
            place = tl.minimum(place, target)
            depth = tl.where(is_leaf, 1, depth)
            depth = tl.where(is_new, tl.where(has_new, 0, absent), depth)
            depth = tl.where(is_parent, tl.where(has_parent, 0, absent), depth)
            place = tl.where(is_leaf, target + has_parent.to(tl.int64), place)
            place = tl.where(is_new, target, tl.where(is_parent, target + 1, place))
        right = tl.load(here + 5 * field, mask=is_slot, other=0)
        right = tl.where((depth == 0) | is_leaf, word, right)
        depth = tl.where(word + 1 >= length, depth + absent, depth)  # nothing of it is seen any more
        tl.store(here + 5 * field, right, mask=is_slot)
        tl.store(here + 6 * field, depth, mask=is_slot)
        tl.store(here + 7 * field, place, mask=is_slot)

        # Above, degree, rank, label and left of the word's own nodes.
        tl.store(own + leaf, tl.where(has_parent, parent, host))
        tl.store(own + parent, host)
        tl.store(own + field + leaf, target * 0 + 2)
        tl.store(own + 2 * field + leaf, tl.where(has_parent, 0, siblings))
        tl.store(own + 2 * field + parent, siblings)
        tl.store(own + 3 * field + leaf, target * 0 - 1)
        tl.store(own + 3 * field + parent, parent_label)
        tl.store(own + 4 * field + leaf, word)
        tl.store(own + 4 * field + parent, word)
        if IS_FIRST:
            tl.store(own + field + parent, target * 0 + 2)
            tl.store(at_chain, parent)
        else:
            tl.store(own + field + parent, target * 0 + 3)
            tl.store(own + new, above)
            tl.store(own + field + new, 3 + (above >= 0).to(tl.int64))
            tl.store(own + 2 * field + new, rank)
            tl.store(own + 3 * field + new, new_label)
            tl.store(own + 4 * field + new, left)
            tl.store(own + node, tl.where(has_new, new, above))
            gained = tl.where(has_new, (above < 0).to(tl.int64), 1)
            tl.store(own + field + node, degree + gained)
            tl.store(own + 2 * field + node, tl.where(has_new, 0, rank))
            tl.store(at_chain, host)
            tl.store(at_chain + 1, parent)
