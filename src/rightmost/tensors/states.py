"""A batch of states: many partial trees as integer tensors, whatever made them.

Every tree has the same numbered slots. Slot 0 is the dummy node that stands for the chain of the empty tree; the word
read at step t owns slots 3t + 1 (its leaf), 3t + 2 (the new node of a juxtapose, if any) and 3t + 3 (its parent node,
if any). Slots ascend along the chain.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

DUMMY = 0
SLOTS_PER_WORD = 3
LEAF, NEW, PARENT = 1, 2, 3  # a step's own slots, behind SLOTS_PER_WORD times its number


def slots_for(words: int) -> int:
    """How many slots the trees over `words` words need."""
    return SLOTS_PER_WORD * words + 1


@dataclass(frozen=True)
class States:
    """Partial trees and the words to come. Where `exists` is false, a slot's other values mean nothing."""

    exists: Tensor  # (states, slots) bool
    on_chain: Tensor  # (states, slots) bool
    parent: Tensor  # (states, slots) slot of the parent, -1 for none
    label: Tensor  # (states, slots) label number; 0 for leaves and the dummy
    left: Tensor  # (states, slots) first word below
    right: Tensor  # (states, slots) last word below
    is_leaf: Tensor  # (states, slots) bool
    first_word: Tensor  # (states,) where the sentence's words begin among the batch's words
    next_word: Tensor  # (states,) the word to come, among the batch's words
    is_first: Tensor  # (states,) bool: no word has been read


def states_of_growing_trees(
    *,
    exists: Tensor,
    parent: Tensor,
    label: Tensor,
    left: Tensor,
    right: Tensor,
    is_leaf: Tensor,
    chain: Tensor,
    chain_length: Tensor,
    first_word: Tensor,
    words_read: Tensor,
) -> States:
    """The states of trees whose chains are lists of slots, (sentences, places), `chain_length` of them in use.

    `right` holds the last word below nodes that have left the chain; below a chain node it is the last word read.
    """
    in_chain = torch.arange(chain.shape[1], device=chain.device) < chain_length[:, None]
    on_chain = torch.zeros_like(exists)
    # A place behind the chain's end must not mark anything: it is sent to the root's slot, which is marked anyway.
    on_chain.scatter_(1, torch.where(in_chain, chain, chain[:, :1]), True)
    return States(
        exists=exists,
        on_chain=on_chain,
        parent=parent,
        label=label,
        left=left,
        right=torch.where(on_chain, words_read[:, None] - 1, right),
        is_leaf=is_leaf,
        first_word=first_word,
        next_word=first_word + words_read,
        is_first=words_read == 0,
    )


def leaf_slots(slots: int, device: torch.device) -> Tensor:
    """Which slots are leaves', where no slot has been moved. (slots,) bool"""
    return torch.arange(slots, device=device) % SLOTS_PER_WORD == LEAF
