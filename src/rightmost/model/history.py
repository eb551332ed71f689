"""Every state of a sentence, from its gold tree, without a loop over states.

A node is made once, leaves the chain once, and its parent changes at most once. So all states of a sentence are a few
integers a node: the times at which these things happen. Time runs in thirds of a word, which in-order shift-reduce
needs: word t is read between 3t and 3t + 3; its new node (juxtapose) is there from 3t + 1, its leaf from 3t + 2, its
parent node from 3t + 3. Attach-juxtapose takes its action for word t in the state at time 3t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightmost.model.states import (
    DUMMY,
    LEAF,
    LEAF_LABEL,
    NEW,
    PARENT,
    SLOTS_PER_WORD,
    States,
    degrees,
    seen_depth,
    slots_for,
)
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action

NEVER = 2**30
ROWS = 9

Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class History:
    """When each node of one sentence's trees is made, changes parent and leaves the chain. All (slots,)."""

    table: Numbers  # (9, slots) all of the following, one a row
    created: Numbers  # from this time on it exists (NEVER: the slot is not used)
    leaves_chain: Numbers  # from this time on it is not on the chain (0 for leaves: they never are)
    changes_parent: Numbers  # from this time on its parent is the second one
    first_parent: Numbers
    second_parent: Numbers
    label: Numbers
    left: Numbers  # first word below
    end: Numbers  # one past the last word that is ever below
    rank: Numbers  # children before it, below its first parent; below the second it is always the first

    @classmethod
    def of(cls, actions: Sequence[Action], vocabulary: Vocabulary) -> History:
        """The history of the tree that `actions` build."""
        words = len(actions)
        history = cls._blank(words)
        chain: list[int] = []
        children = [0] * slots_for(words)
        for word, action in enumerate(actions):
            chain = history._grow(word, action, chain, vocabulary)
            history._rank(word, children)
        history.end[chain] = words
        return history

    @classmethod
    def _blank(cls, words: int) -> History:
        table = np.zeros((ROWS, slots_for(words)), dtype=np.int32)
        table[:3] = NEVER
        table[3:5] = -1
        history = cls(table, *table)
        history.created[DUMMY], history.leaves_chain[DUMMY] = 0, SLOTS_PER_WORD
        return history

    def _grow(self, word: int, action: Action, chain: list[int], vocabulary: Vocabulary) -> list[int]:
        """Writes down what `action` does for `word`; returns the chain after it."""
        base = SLOTS_PER_WORD * word  # the time, and the slots, of this word begin here
        leaf, parent, new = base + LEAF, base + PARENT, base + NEW
        kept = chain[: action.target] if action.new_label is not None else chain[: action.target + 1]
        for node in chain[len(kept) :]:
            self.leaves_chain[node], self.end[node] = base + 2, word
        if action.new_label is not None:
            target = chain[action.target]
            self.created[new], self.label[new] = base + 1, vocabulary.label_number(action.new_label)
            self.left[new] = self.left[target]
            self.first_parent[new] = kept[-1] if kept else -1
            self.changes_parent[target], self.second_parent[target] = base + 1, new
            kept = [*kept, new]
        self.created[leaf], self.leaves_chain[leaf] = base + 2, 0
        self.left[leaf], self.end[leaf], self.label[leaf] = word, word + 1, LEAF_LABEL
        self.first_parent[leaf] = kept[-1] if kept else -1
        if action.parent_label is not None:
            self.created[parent], self.label[parent] = base + 3, vocabulary.label_number(action.parent_label)
            self.left[parent] = word
            self.first_parent[parent] = kept[-1] if kept else -1
            self.changes_parent[leaf], self.second_parent[leaf] = base + 3, parent
            kept = [*kept, parent]
        return kept

    def _rank(self, word: int, children: list[int]) -> None:
        """Writes down the ranks of the word's nodes. `children` counts every node's so far."""
        base = SLOTS_PER_WORD * word
        leaf, parent, new = base + LEAF, base + PARENT, base + NEW
        if self.created[new] != NEVER:  # it takes its first child's place, which was the last
            above = self.first_parent[new]
            self.rank[new] = children[above] - 1 if above >= 0 else 0
            children[new] = 1
        host = self.first_parent[leaf]
        if host >= 0:
            self.rank[leaf] = self.rank[parent] = children[host]
            children[host] += 1
        if self.created[parent] != NEVER:
            children[parent] = 1

    def until(self, words: int) -> History:
        """What the first `words` words need: the same states, as long as there are words to come."""
        table = self.table[:, : slots_for(words)]
        return History(table, *table)

    def padded(self, slots: int) -> Numbers:
        """The table, with unused slots at its end. (9, slots)"""
        table = np.zeros((ROWS, slots), dtype=np.int32)
        table[0] = NEVER
        table[:, : self.table.shape[1]] = self.table
        return table


def states_at(histories: Tensor, *, sentence: Tensor, time: Tensor, first_word: Tensor, levels: int) -> States:
    """The states of the given sentences at the given times, as far as `levels` levels below the chain.

    `histories` is (sentences, 9, slots), each row a `History.padded`; `sentence` and `time` are (states,);
    `first_word` is (sentences,), where each sentence's words begin among the batch's words.
    """
    of_sentence = histories[sentence].long()
    created, leaves_chain, changes_parent, first_parent, second_parent, label, left, end, rank = of_sentence.unbind(1)
    now = time[:, None]
    words_read = (time + 1) // SLOTS_PER_WORD
    exists = created <= now
    on_chain = exists & (now < leaves_chain)
    changed = now >= changes_parent
    parent = torch.where(changed, second_parent, first_parent).masked_fill(~exists, -1)
    rank = rank.masked_fill(changed, 0)
    degree = degrees(exists, parent)
    depth = seen_depth(exists=exists, on_chain=on_chain, parent=parent, degree=degree, rank=rank, levels=levels)
    right = torch.minimum(words_read[:, None], end) - 1
    start = first_word[sentence]
    return States(
        nodes=torch.stack([parent, degree, rank, label, left, right, depth]),
        chain_length=on_chain.sum(1),
        first_word=start,
        next_word=start + words_read,
        is_first=words_read == 0,
    )
