"""A batch of states: many partial trees as integer tensors, for parsing and for learning.

Every tree has the same numbered slots. Slot 0 is the dummy node that stands for the chain of the empty tree; the word
read at step t owns slots 3t + 1 (its leaf), 3t + 2 (the new node of a juxtapose, if any) and 3t + 3 (its parent node,
if any). Slots ascend along the chain, and among the children of a node.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.limits import CHILDREN_SEEN

DUMMY = 0
SLOTS_PER_WORD = 3
LEAF, NEW, PARENT = 1, 2, 3  # a step's own slots, after SLOTS_PER_WORD times its number
LEAF_LABEL = -1
ABSENT = 1 << 20  # the depth of a slot without a node; no tree is so deep

#: What is kept of each node, one table each.
ABOVE = 0  # slot of the parent, -1 for none
DEGREE = 1  # the node itself, its parent and its children counted
RANK = 2  # how many children of its parent stand before it
LABEL = 3  # label number; 0 for the dummy, LEAF_LABEL for leaves
LEFT, RIGHT = 4, 5  # first and last word below
DEPTH = 6  # levels below the chain: 0 on it, ABSENT where there is no node, any large number where it cannot be seen
PLACE = 7  # where the path up from it meets the chain; a forest's alone
FIELDS = 8


def slots_for(words: int) -> int:
    """How many slots the trees over `words` words need."""
    return SLOTS_PER_WORD * words + 1


@dataclass(frozen=True)
class States:
    """Partial trees and the words to come. Where a slot is absent, its other values mean nothing."""

    nodes: Tensor  # (at least 7, states, slots) the tables above, in their order
    chain_length: Tensor  # (states,)
    first_word: Tensor  # (states,) where the sentence's words begin among the batch's words
    next_word: Tensor  # (states,) the word to come, among the batch's words
    is_first: Tensor | None  # (states,) bool: no word has been read; None where every state has read some


def degrees(exists: Tensor, parent: Tensor) -> Tensor:
    """Each node's degree in the whole partial tree, its self-loop included. (states, slots)"""
    has_parent = (exists & (parent >= 0)).long()
    return (has_parent + 1).scatter_add(1, parent.clamp(min=0), has_parent)


def some_are_hidden(slots: int) -> bool:
    """Whether trees with so many slots can have a node with more children than are seen."""
    return slots > slots_for(CHILDREN_SEEN)


def hidden_children(degree: Tensor, parent: Tensor) -> Tensor:
    """How many of each node's children are not seen: its first ones. (any shape)"""
    return (degree - 1 - (parent >= 0).long() - CHILDREN_SEEN).clamp(min=0)


def seen_depth(
    *, exists: Tensor, on_chain: Tensor, parent: Tensor, degree: Tensor, rank: Tensor, levels: int
) -> Tensor:
    """How many levels below the chain each node is; levels + 1 where it is deeper or hidden, or ABSENT.

    Hidden is a child with CHILDREN_SEEN later siblings, and all that is below it. (states, slots)
    """
    own = torch.arange(parent.shape[1], device=parent.device)
    above = torch.where(exists & (parent >= 0), parent, own)
    if some_are_hidden(parent.shape[1]):
        hidden = rank < hidden_children(degree, parent).gather(1, above)
        above = torch.where(hidden & ~on_chain, own, above)
    depth = torch.where(on_chain, 0, levels + 1)
    for _ in range(levels):
        depth = torch.minimum(depth, depth.gather(1, above) + 1)
    return depth.masked_fill(~exists, ABSENT)
