"""Many partial trees that grow side by side, one action each a step: a few gathers and scatters, no Python tree."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.decoding.growth import bare_nodes, first_word_read, word_read, word_read_by_one
from rightmost.limits import MOST_SLOTS
from rightmost.model.states import (
    ABOVE,
    ABSENT,
    DEPTH,
    DUMMY,
    SLOTS_PER_WORD,
    States,
    seen_depth,
    slots_for,
    some_are_hidden,
)


@dataclass
class Forest:
    """The partial trees of a batch of sentences after the same number of words. `grow` changes it in place.

    Unlike most things here a forest is not frozen: copying it at every step would cost more than the step.

    What is too far below the chain to be seen from it is never seen again. So when a long sentence's slots run out,
    those nodes are dropped and the others moved together: a step costs the same however long the sentence is.
    """

    words_read: int
    next_slot: int  # the next word's slots begin after this one
    levels: int  # how far below the chain is looked at
    nodes: Tensor  # (8, trees, slots)
    chain: Tensor  # (trees, places) slots, root first; what stands after the chain's end means nothing
    chain_length: Tensor  # (trees,)
    longest: int  # no chain is longer
    first_word: Tensor  # (trees,)
    numbers: Tensor  # 0, 1, 2, ... up to the slots, and the words read

    @classmethod
    def planted(cls, first_word: Tensor, *, words: int, levels: int) -> Forest:
        """Empty trees for sentences that begin at `first_word` among the batch's words.

        There is room for `words` words at first; more may come. No more than `levels` levels below the chain will be
        looked at.
        """
        trees, device = len(first_word), first_word.device
        slots = min(slots_for(words), MOST_SLOTS)
        return cls(
            words_read=0,
            next_slot=0,
            levels=levels,
            nodes=bare_nodes(trees, slots, device),
            chain=torch.full((trees, min(words, MOST_SLOTS) + 2), DUMMY, device=device),
            chain_length=torch.ones_like(first_word),
            longest=1,
            first_word=first_word,
            numbers=torch.arange(max(slots, words) + 1, device=device),
        )

    def grow(self, actions: Tensor) -> None:
        """Gives each tree its next word by an action: target, parent label, new label. (trees, 3)"""
        self._make_room()
        if self.words_read == 0:
            first_word_read(self.nodes, self.chain, actions[:, 1])
        elif len(actions) == 1 and actions.device.type == "cpu":
            self.chain_length = word_read_by_one(
                self.nodes, self.chain, actions, word=self.words_read, slot=self.next_slot
            )
        else:
            self.chain_length = word_read(
                self.nodes,
                self.chain,
                actions,
                word=self.numbers[self.words_read],
                slots=self.numbers[self.next_slot + 1 : self.next_slot + 1 + SLOTS_PER_WORD],
            )
        self.longest += 1
        self.words_read += 1
        self.next_slot += SLOTS_PER_WORD

    def keep_first(self, trees: int) -> None:
        """Drops all but the first few trees: the others have no word to come."""
        if trees < len(self.first_word):
            self.nodes = self.nodes[:, :trees]
            self.chain, self.chain_length = self.chain[:trees], self.chain_length[:trees]
            self.first_word = self.first_word[:trees]

    def select(self, trees: Tensor) -> None:
        """Takes these trees, in this order, for its own; one may be taken more than once."""
        self.nodes = self.nodes.index_select(1, trees)
        self.chain, self.chain_length = self.chain.index_select(0, trees), self.chain_length.index_select(0, trees)
        self.first_word = self.first_word.index_select(0, trees)

    def states(self) -> States:
        """The trees as they are now, as far as they are looked at."""
        nodes = self.nodes
        if some_are_hidden(slots_for(self.words_read)):
            nodes = nodes.clone()
            nodes[DEPTH] = self._seen_depth()
        return States(
            nodes=nodes,
            chain_length=self.chain_length,
            first_word=self.first_word,
            next_word=self.first_word + self.words_read,
            is_first=None if self.words_read else torch.ones_like(self.first_word, dtype=torch.bool),
        )

    def _seen_depth(self) -> Tensor:
        above, degree, rank, *_, depth, _ = self.nodes.unbind(0)
        return seen_depth(
            exists=depth < ABSENT, on_chain=depth == 0, parent=above, degree=degree, rank=rank, levels=self.levels
        )

    def _make_room(self) -> None:
        """Sees to it that one more word has its slots and its place on the chain."""
        if self.longest + 2 > self.chain.shape[1]:
            self.longest = int(self.chain_length.max())
            if 2 * self.longest > self.chain.shape[1]:
                self.chain = F.pad(self.chain, (0, self.chain.shape[1]), value=DUMMY)
        slots = self.nodes.shape[2]
        if self.next_slot + SLOTS_PER_WORD >= slots:
            if slots < MOST_SLOTS:
                more = bare_nodes(self.nodes.shape[1], min(2 * slots, MOST_SLOTS) - slots, self.nodes.device)
                self.nodes = torch.cat([self.nodes, more], dim=2)
                self.nodes[DEPTH, :, slots] = ABSENT  # bare nodes begin with a dummy: there is one already
            else:
                self._drop_unseen()
        if max(self.words_read + 1, self.nodes.shape[2]) >= len(self.numbers):
            size = max(2 * self.words_read + 2, self.nodes.shape[2]) + 1
            self.numbers = torch.arange(size, device=self.numbers.device)

    def _drop_unseen(self) -> None:
        """Drops nodes that cannot be seen from the chain, and moves the others together, in their order."""
        kept = self._seen_depth() <= self.levels
        kept[:, DUMMY] = True
        counts = kept.sum(1)
        width = int(counts.max())
        slots = max(self.nodes.shape[2], 2 * width)
        moved_to = kept.cumsum(1) - 1
        order = torch.argsort(~kept, dim=1, stable=True)[:, :width]
        above = torch.where(self.nodes[ABOVE] < 0, -1, moved_to.gather(1, self.nodes[ABOVE].clamp(min=0)))
        self.nodes[ABOVE] = above
        self.chain = moved_to.gather(1, self.chain)
        nodes = bare_nodes(len(counts), slots, counts.device)
        nodes[:, :, :width] = self.nodes.gather(2, order.expand(len(nodes), -1, -1))
        unused = torch.arange(slots, device=counts.device) >= counts[:, None]
        nodes[DEPTH].masked_fill_(unused, ABSENT)
        self.nodes = nodes
        self.next_slot = width - 1
