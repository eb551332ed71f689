"""The partial trees of one sentence whose words are still arriving, and the record of what was done to them.

All that the trees are follows from the record, so the last action can be taken back exactly: it is left out, and the
others are taken again, without the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.look_ahead import tag_numbers
from rightmost.decoding.partial_trees import Floats, Found, Policy, StepScores
from rightmost.decoding.ragged import RaggedTrees
from rightmost.decoding.stretch import Stretch, encoded
from rightmost.limits import WORDS_ENCODED
from rightmost.model.action_scores import ActionScores
from rightmost.model.history import Numbers
from rightmost.model.network import Network
from rightmost.trees.tree import Leaf


@dataclass(frozen=True, slots=True)
class Extension:
    """What was done for one word to all trees of the beam. Arrays are smaller than tensors."""

    actions: Numbers  # (copies, 4) which tree each extends, and its action
    values: Floats  # (2, copies) what was gained, and the totals after it
    tag: int | None  # the word's

    @classmethod
    def by(cls, watched: Watched, tags: Sequence[int]) -> Extension:
        actions = torch.cat([watched.came_from[:, None], watched.actions], dim=1)
        values = torch.stack([watched.gained.float(), watched.total[0]])
        return cls(actions.int().numpy(force=True).copy(), values.numpy(force=True).copy(), tags[0] if tags else None)


class Watched:
    """Partial trees, as a policy sees them, that note what it does."""

    def __init__(self, trees: RaggedTrees) -> None:
        self._trees = trees
        self.total, self.word, self.going = trees.total, trees.word, trees.going
        self.came_from = torch.arange(trees.total.numel(), device=trees.total.device)

    def finished(self) -> bool:
        return self._trees.finished()

    def scores(self) -> StepScores:
        self.seen = self._trees.scores()
        return self.seen

    def grow(self, actions: Tensor, gained: Tensor) -> None:
        self.actions, self.gained = actions, gained
        self._trees.grow(actions, gained)

    def select(self, trees: Tensor) -> None:
        self.came_from = trees
        self._trees.select(trees)

    def extend(self, words: Tensor, lengths: Sequence[int]) -> None:
        self._trees.extend(words, lengths)

    def found(self) -> Found:
        return self._trees.found()


class Growing:
    """The partial trees over the words placed so far."""

    def __init__(self, network: Network, policy: Policy, *, look_ahead: int) -> None:
        self._network, self._policy, self._look_ahead = network, policy, look_ahead
        self._taken: list[Extension] = []
        self._trees: RaggedTrees | None = None
        self._earlier: dict[int, Tensor] = {}  # features of words that are no longer encoded and can still be seen

    def __len__(self) -> int:
        return len(self._taken)

    @property
    def tags(self) -> list[int]:
        """The numbers of the placed words' tags, if the model gives tags."""
        return [each.tag for each in self._taken if each.tag is not None]

    def stretch(self, *, known: int) -> Stretch:
        """What must be encoded to place the next word, so many words being known."""
        return Stretch.of(len(self), known=known, look_ahead=self._look_ahead)

    def best(self) -> Numbers:
        """The actions of the best tree. (words, 3)"""
        if self._trees is None:
            return np.zeros((0, 3), dtype=np.int32)
        return self._trees.found().actions[0, 0, : len(self)]

    def place(self, leaves: Sequence[Leaf], features: Tensor) -> tuple[ActionScores, int]:
        """Places the next word, by the features of its stretch: the scores, and which tree grew into the best one."""
        word = len(self)
        stretch = self.stretch(known=len(leaves))
        trees = self._known(leaves, stretch, features)
        watched = Watched(trees)
        self._policy.step(watched)
        numbers = tag_numbers(self._network, features[word - stretch.start][None])
        self._taken.append(Extension.by(watched, numbers))
        trees.forget()
        if word + 1 >= WORDS_ENCODED:  # the first word of the stretch is encoded no more
            self._earlier[stretch.start] = features[0].clone()
        return cast(ActionScores, watched.seen), int(watched.came_from[0])

    def take_back(self) -> None:
        """Takes the last word's action back."""
        again = self._taken[:-1]
        self._taken, self._trees = [], None
        if again:
            positions = self._network.encoder.position_table
            trees = self._planted(positions.new_zeros(len(again), self._network.config.width))
            for each in again:
                actions = torch.from_numpy(each.actions).long().to(positions.device)
                gained, total = torch.from_numpy(each.values).to(positions.device)
                trees.total.copy_(total)
                if self._policy.copies > 1:
                    trees.select(actions[:, 0])
                trees.grow(actions[:, 1:], gained)
            trees.forget()
            self._trees = trees
        self._taken = again
        start = max(0, len(again) - WORDS_ENCODED)
        self._earlier = {word: each for word, each in self._earlier.items() if word < start}

    def copied(self) -> Growing:
        """The same, which grows on its own."""
        other = copy(self)
        other._taken, other._earlier = [*self._taken], {**self._earlier}
        other._trees = None if self._trees is None else self._trees.copied()
        return other

    def _planted(self, words: Tensor) -> RaggedTrees:
        """Empty trees, with these words known."""
        decoder, positions = self._network.decoder, self._network.encoder.position_table
        return RaggedTrees(decoder, words, positions, lengths=[len(words)], copies=self._policy.copies)

    def _known(self, leaves: Sequence[Leaf], stretch: Stretch, features: Tensor) -> RaggedTrees:
        """The trees, with the words known that they may see."""
        if self._trees is None:
            self._trees = self._planted(features)
        elif not stretch.start:
            self._trees.extend(features, [len(features)])
        else:
            numbers = [word for word in self._trees.seen_words() if word < stretch.start]
            self._earlier = {word: self._feature(leaves, word) for word in numbers}
            words = torch.cat([*(each[None] for each in self._earlier.values()), features])
            self._trees.extend_sparsely(words, [*numbers, *range(stretch.start, stretch.stop)])
        return self._trees

    def _feature(self, leaves: Sequence[Leaf], word: int) -> Tensor:
        """A word's feature as it was when the word was encoded for the last time."""
        if word not in self._earlier:  # words after it were taken back
            last = Stretch.of(word + WORDS_ENCODED - 1, known=len(leaves), look_ahead=self._look_ahead)
            self._earlier[word] = encoded(self._network, [(leaves, last)])[0][0].clone()
        return self._earlier[word]
