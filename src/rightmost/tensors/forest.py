"""Many partial trees that grow side by side, one action each a step: a few gathers and scatters, no Python tree."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

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


@dataclass
class Forest:
    """The partial trees of a batch of sentences after the same number of words. `grow` changes it in place.

    Unlike most things here a forest is not frozen: copying it at every step would cost more than the step.
    """

    words_read: int
    exists: Tensor  # (sentences, slots) bool
    parent: Tensor  # (sentences, slots)
    label: Tensor  # (sentences, slots)
    left: Tensor  # (sentences, slots)
    right: Tensor  # (sentences, slots) of nodes that have left the chain; on the chain it is the last word read
    chain: Tensor  # (sentences, words + 2) slots, root first; one place more than can be used takes what is thrown away
    chain_length: Tensor  # (sentences,)
    first_word: Tensor  # (sentences,)

    @classmethod
    def planted(cls, first_word: Tensor, *, words: int) -> Forest:
        """Empty trees for sentences of up to `words` words, which begin at `first_word` among the batch's words."""
        sentences, slots = len(first_word), slots_for(words)

        def filled(value: int, width: int = slots) -> Tensor:
            return torch.full((sentences, width), value, dtype=torch.long, device=first_word.device)

        exists = filled(0).bool()
        exists[:, DUMMY] = True
        return cls(
            words_read=0,
            exists=exists,
            parent=filled(-1),
            label=filled(NO_LABEL),
            left=filled(0),
            right=filled(0),
            chain=filled(DUMMY, words + 2),
            chain_length=torch.ones_like(first_word),
            first_word=first_word,
        )

    def grow(self, target: Tensor, parent_label: Tensor, new_label: Tensor) -> None:
        """Gives each tree its next word by the action (target, parent label, new label). All (sentences,)."""
        word = self.words_read
        base = SLOTS_PER_WORD * word
        leaf, parent, new = base + LEAF, base + PARENT, base + NEW
        has_parent, has_new = parent_label != NO_LABEL, new_label != NO_LABEL
        at = target[:, None]
        node = self.chain.gather(1, at)  # (sentences, 1) the chain node acted upon

        self._leave_chain(from_place=torch.where(has_new, target, target + 1))
        above = torch.full_like(target, -1) if word == 0 else self.parent.gather(1, node)[:, 0]
        self.exists[:, leaf] = True
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
        self.words_read = word + 1

    def keep_first(self, sentences: int) -> None:
        """Drops all but the first few sentences: the others have no word to come."""
        if sentences < len(self.first_word):
            for name in ("exists", "parent", "label", "left", "right", "chain", "chain_length", "first_word"):
                setattr(self, name, getattr(self, name)[:sentences])

    def _leave_chain(self, *, from_place: Tensor) -> None:
        """Notes the last word below the nodes that leave the chain, from this place on."""
        place = torch.arange(self.chain.shape[1], device=self.chain.device)
        leaving = (place >= from_place[:, None]) & (place < self.chain_length[:, None])
        slots = torch.where(leaving, self.chain, DUMMY)
        self.right.scatter_(1, slots, self.words_read - 1)

    def states(self) -> States:
        """The trees as they are now."""
        return states_of_growing_trees(
            exists=self.exists,
            parent=self.parent,
            label=self.label,
            left=self.left,
            right=self.right,
            chain=self.chain,
            chain_length=self.chain_length,
            first_word=self.first_word,
            words_read=torch.full_like(self.chain_length, self.words_read),
        )
