"""Partial trees in tensors as large as the trees are: any length, any device. Each step asks for their sizes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.decoding.forest import Forest
from rightmost.decoding.lengths import longest_first
from rightmost.decoding.partial_trees import Found, StepScores
from rightmost.model.action_scores import IMPOSSIBLE
from rightmost.model.decoder import Decoder
from rightmost.model.states import DEPTH, LABEL, LEAF_LABEL, LEFT, States


class RaggedTrees:
    """The partial trees of attach-juxtapose actions. `words` (words, width) are the features of all known words."""

    def __init__(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], copies: int = 1
    ) -> None:
        device, trees, most = words.device, copies * len(lengths), max(lengths)
        self._decoder, self._positions, self._copies = decoder, positions, copies
        self._order = torch.tensor(longest_first(lengths), device=device)
        planted = torch.zeros(trees, dtype=torch.long, device=device)
        self._forest = Forest.planted(planted, words=most, levels=decoder.levels)
        self._total = torch.full((len(lengths), copies), IMPOSSIBLE, device=device)
        self._total[:, 0] = 0.0
        self._taken = torch.zeros(trees, most, 3, dtype=torch.long, device=device)
        self._gained = torch.zeros(trees, most, device=device)
        self.extend(words, lengths)

    @property
    def total(self) -> Tensor:
        return self._total[: len(self._forest.first_word) // self._copies]

    @property
    def word(self) -> Tensor:
        return self._forest.numbers[self._forest.words_read]

    @property
    def going(self) -> None:
        return None

    def finished(self) -> bool:
        return self._forest.words_read >= self._lengths[0]

    def scores(self) -> StepScores:
        going = sum(length > self._forest.words_read for length in self._lengths)
        self._forest.keep_first(going * self._copies)
        states = self._forest.states()
        if self._numbers is not None:
            states = _renumbered(states, self._numbers)
        scores: StepScores = self._decoder(self._prepared, states)
        return scores

    def grow(self, actions: Tensor, gained: Tensor) -> None:
        word = self._forest.words_read
        self._taken[: len(actions), word] = actions
        self._gained[: len(actions), word] = gained
        self._forest.grow(actions)

    def select(self, trees: Tensor) -> None:
        word = self._forest.words_read
        for history in (self._taken, self._gained):
            history[: len(trees), :word] = history[:, :word].index_select(0, trees)
        self._forest.select(trees)

    def extend(self, words: Tensor, lengths: Sequence[int]) -> None:
        count = torch.tensor(lengths, device=words.device)
        first_word = (count.cumsum(0) - count)[self._order].repeat_interleave(self._copies)
        self._forest.first_word = first_word[: len(self._forest.first_word)]
        self._lengths = sorted(lengths, reverse=True)
        self._prepared: Any = self._decoder.prepare(words, self._positions)
        self._numbers: Tensor | None = None
        self._make_room(max(lengths))

    def extend_sparsely(self, words: Tensor, numbers: Sequence[int]) -> None:
        """Makes words of a single sentence known: the features of those with these numbers, ascending.

        All words that can be seen (`seen_words`) and the word to come must be among them.
        """
        self._lengths = [numbers[-1] + 1]
        self._prepared = self._decoder.prepare(words, self._positions)
        self._numbers = torch.tensor(numbers, device=words.device)
        self._make_room(numbers[-1] + 1)

    def seen_words(self) -> list[int]:
        """The numbers of the words whose features the next action may depend on, besides its own, ascending."""
        nodes = self._forest.states().nodes
        is_seen = (nodes[LABEL] == LEAF_LABEL) & (nodes[DEPTH] <= self._decoder.levels)
        numbers: list[int] = nodes[LEFT][is_seen].unique().tolist()
        return numbers

    def forget(self) -> None:
        """Drops the words' features, which are most of what is kept, until words are made known again."""
        self._prepared = None

    def copied(self) -> RaggedTrees:
        """The same trees, which grow on their own."""
        other = copy(self)
        forest = self._forest
        other._forest = replace(forest, nodes=forest.nodes.clone(), chain=forest.chain.clone())
        other._total, other._taken, other._gained = self._total.clone(), self._taken.clone(), self._gained.clone()
        return other

    def _make_room(self, words: int) -> None:
        more = words - self._gained.shape[1]
        if more > 0:
            more = max(more, self._gained.shape[1] // 4)
            self._taken, self._gained = F.pad(self._taken, (0, 0, 0, more)), F.pad(self._gained, (0, more))

    def found(self) -> Found:
        by_sentence = torch.argsort(self._order)
        taken, gained = (
            history.unflatten(0, (-1, self._copies)).index_select(0, by_sentence).cpu().numpy()
            for history in (self._taken.int(), self._gained)
        )
        total = self._total.index_select(0, by_sentence).cpu().numpy()
        return Found(taken, gained, total, lengths=[self._lengths[place] for place in by_sentence.tolist()])


def _renumbered(states: States, numbers: Tensor) -> States:
    """The states of one sentence, its words numbered by where these numbers, ascending, have them."""
    nodes = states.nodes.clone()
    rows = torch.searchsorted(numbers, nodes[LEFT]).clamp_(max=len(numbers) - 1)
    nodes[LEFT] = torch.where(nodes[LABEL] == LEAF_LABEL, rows, nodes[LEFT])
    next_word = torch.searchsorted(numbers, states.next_word - states.first_word)
    return replace(states, nodes=nodes, first_word=torch.zeros_like(states.first_word), next_word=next_word)
