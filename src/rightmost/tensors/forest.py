"""Many partial trees that grow side by side, one action each a step: a few gathers and scatters, no Python tree."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.tensors.neighbourhood import depth_below_chain
from rightmost.tensors.states import (
    DUMMY,
    LEAF,
    NEW,
    PARENT,
    SLOTS_PER_WORD,
    States,
    slots_for,
    states_of_growing_trees,
)
from rightmost.tensors.vocabulary import NO_LABEL

MOST_SLOTS = 768  # to begin with: sentences of up to 255 words never need their slots moved
_BY_SLOT = ("exists", "parent", "label", "left", "right", "is_leaf")
_BY_TREE = (*_BY_SLOT, "chain", "chain_length", "first_word")


@dataclass
class Forest:
    """The partial trees of a batch of sentences after the same number of words. `grow` changes it in place.

    Unlike most things here a forest is not frozen: copying it at every step would cost more than the step.

    What is too far below the chain to be seen from it is never seen again. So when a long sentence's slots run out,
    those nodes are dropped and the others moved together: a step costs the same however long the sentence is.
    """

    words_read: int
    next_slot: int  # the coming word's slots begin behind this one
    levels: int  # how far below the chain is looked at
    exists: Tensor  # (trees, slots) bool
    parent: Tensor  # (trees, slots)
    label: Tensor  # (trees, slots)
    left: Tensor  # (trees, slots)
    right: Tensor  # (trees, slots) of nodes that have left the chain; on the chain it is the last word read
    is_leaf: Tensor  # (trees, slots) bool
    chain: Tensor  # (trees, places) slots, root first; the last place takes what is thrown away
    chain_length: Tensor  # (trees,)
    longest: int  # no chain is longer
    first_word: Tensor  # (trees,)

    @classmethod
    def planted(cls, first_word: Tensor, *, words: int, levels: int) -> Forest:
        """Empty trees for sentences of up to `words` words, which begin at `first_word` among the batch's words.

        No more than `levels` levels below the chain will be looked at.
        """
        trees, slots = len(first_word), min(slots_for(words), MOST_SLOTS)

        def filled(value: int, width: int = slots) -> Tensor:
            return torch.full((trees, width), value, dtype=torch.long, device=first_word.device)

        exists = filled(0).bool()
        exists[:, DUMMY] = True
        return cls(
            words_read=0,
            next_slot=0,
            levels=levels,
            exists=exists,
            parent=filled(-1),
            label=filled(NO_LABEL),
            left=filled(0),
            right=filled(0),
            is_leaf=filled(0).bool(),
            chain=filled(DUMMY, min(words, MOST_SLOTS) + 2),
            chain_length=torch.ones_like(first_word),
            longest=1,
            first_word=first_word,
        )

    def grow(self, target: Tensor, parent_label: Tensor, new_label: Tensor) -> None:
        """Gives each tree its next word by the action (target, parent label, new label). All (trees,)."""
        self._make_room()
        word = self.words_read
        leaf, parent, new = self.next_slot + LEAF, self.next_slot + PARENT, self.next_slot + NEW
        has_parent, has_new = parent_label != NO_LABEL, new_label != NO_LABEL
        at = target[:, None]
        node = self.chain.gather(1, at)  # (trees, 1) the chain node acted upon

        self._leave_chain(from_place=torch.where(has_new, target, target + 1))
        above = torch.full_like(target, -1) if word == 0 else self.parent.gather(1, node)[:, 0]
        self.exists[:, leaf] = self.is_leaf[:, leaf] = True
        self.exists[:, parent], self.exists[:, new] = has_parent, has_new
        self.label[:, parent], self.label[:, new] = parent_label, new_label
        self.left[:, leaf] = self.left[:, parent] = self.right[:, leaf] = word
        self.left[:, new] = self.left.gather(1, node)[:, 0]

        self.parent[:, new] = above
        self.parent.scatter_(1, node, torch.where(has_new, new, above)[:, None])
        host = torch.where(has_new, new, node[:, 0]) if word else torch.full_like(target, -1)
        self.parent[:, parent] = host
        self.parent[:, leaf] = torch.where(has_parent, parent, host)

        if word:
            self.chain.scatter_(1, at, host[:, None])
        below = at + 1 if word else at
        spare = torch.full_like(below, self.chain.shape[1] - 1)
        self.chain.scatter_(1, torch.where(has_parent[:, None], below, spare), parent)
        self.chain_length = below[:, 0] + has_parent
        self.longest += 1
        self.words_read = word + 1
        self.next_slot += SLOTS_PER_WORD

    def keep_first(self, trees: int) -> None:
        """Drops all but the first few trees: the others have no word to come."""
        if trees < len(self.first_word):
            for name in _BY_TREE:
                setattr(self, name, getattr(self, name)[:trees])

    def select(self, trees: Tensor) -> None:
        """Takes these trees, in this order, for its own; one may be taken more than once."""
        for name in _BY_TREE:
            setattr(self, name, getattr(self, name).index_select(0, trees))

    def states(self) -> States:
        """The trees as they are now, as far as they are looked at."""
        return states_of_growing_trees(
            exists=self.exists,
            parent=self.parent,
            label=self.label,
            left=self.left,
            right=self.right,
            is_leaf=self.is_leaf,
            chain=self.chain,
            chain_length=self.chain_length,
            first_word=self.first_word,
            words_read=torch.full_like(self.chain_length, self.words_read),
        )

    def _leave_chain(self, *, from_place: Tensor) -> None:
        """Notes the last word below the nodes that leave the chain, from this place on."""
        place = torch.arange(self.chain.shape[1], device=self.chain.device)
        leaving = (place >= from_place[:, None]) & (place < self.chain_length[:, None])
        slots = torch.where(leaving, self.chain, DUMMY)
        self.right.scatter_(1, slots, self.words_read - 1)

    def _make_room(self) -> None:
        """Sees to it that one more word has its slots and its place on the chain."""
        if self.longest + 2 > self.chain.shape[1]:
            self.longest = int(self.chain_length.max())
            if 2 * self.longest > self.chain.shape[1]:
                self.chain = F.pad(self.chain, (0, self.chain.shape[1]), value=DUMMY)
        if self.next_slot + SLOTS_PER_WORD >= self.exists.shape[1]:
            self._drop_unseen()

    def _drop_unseen(self) -> None:
        """Drops nodes that cannot be seen from the chain, and moves the others together, in their order.

        One level more than is looked at is kept: the degrees of the lowest nodes seen count their children.
        """
        kept = (depth_below_chain(self.states(), self.levels + 1) <= self.levels + 1) & self.exists
        kept[:, DUMMY] = True
        counts = kept.sum(1)
        width = int(counts.max())
        moved_to = kept.cumsum(1) - 1
        order = torch.argsort(~kept, dim=1, stable=True)[:, :width]
        beyond = max(self.exists.shape[1], 2 * width) - width
        self.parent = torch.where(self.parent < 0, -1, moved_to.gather(1, self.parent.clamp(min=0)))
        self.chain = moved_to.gather(1, self.chain)
        for name in _BY_SLOT:
            setattr(self, name, F.pad(getattr(self, name).gather(1, order), (0, beyond)))
        self.exists &= torch.arange(self.exists.shape[1], device=counts.device) < counts[:, None]
        self.next_slot = width - 1
