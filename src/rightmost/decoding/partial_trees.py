"""The seam between searches and networks: a batch of partial trees that grow side by side.

A search decides which actions to take. Partial trees know their words, score their next actions and take them. Each
search is written once, over this protocol; each way to hold trees in memory (`ragged.py`, `in_order_trees.py`, and
`rightmost.gpu`) is one implementation of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from torch import Tensor

from rightmost.model.history import Numbers

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Found:
    """The trees of each sentence, side by side, as the attach-juxtapose actions that made them."""

    actions: Numbers  # (sentences, copies, words, 3) target, parent label, new label
    gained: Floats  # (sentences, copies, words) the log-probability of each word's action
    total: Floats  # (sentences, copies) the search's score of each tree
    lengths: Sequence[int]  # of each sentence; what stands after its last word means nothing


class StepScores(Protocol):
    """The scores of the next action of each tree. An action is a row of numbers."""

    def best(self) -> tuple[Tensor, Tensor]:
        """The best action of each tree and its log-probability. (trees, parts), (trees,)"""

    def given(self, actions: Tensor) -> Tensor:
        """The log-probabilities of these actions (trees, parts). (trees,)"""

    def extended(self, total: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The best extensions of beams: their scores, which tree of the beam each extends, and its action.

        `total` (sentences, beam) are the scores of the trees so far. (sentences, beam), the same, (..., parts)
        """


class PartialTrees(Protocol):
    """Trees of sentences that stand longest first, each sentence with the same number of copies side by side.

    Trees without a word to come are dropped from the end, or stay as they are (`going`).
    """

    @property
    def total(self) -> Tensor:
        """A search's scores of the trees that are not finished; a policy writes to it. (sentences, copies)

        At first 0 for the first copy, and impossible for the others.
        """

    @property
    def word(self) -> Tensor:
        """How many words have been read. () where that is the same for all trees, (trees,) elsewhere"""

    @property
    def going(self) -> Tensor | None:
        """Which of the trees that are scored have a word to come. (trees,) bool; None: all"""

    def finished(self) -> bool:
        """Whether no tree has a known word to come."""

    def scores(self) -> StepScores:
        """The scores of the next actions of all trees that have one, or stand before one that has."""

    def grow(self, actions: Tensor, gained: Tensor) -> None:
        """Gives each scored tree its next action (trees, parts); `gained` (trees,) are their log-probabilities."""

    def select(self, trees: Tensor) -> None:
        """Puts these trees, in this order, in the place of those that are scored. One may be taken more than once."""

    def extend(self, words: Tensor, lengths: Sequence[int]) -> None:
        """Makes more words known: the features of all known words, sentence after sentence, so many of each.

        Words that were known may come with other features. Sentences that are of one length at first must be given
        longest first. A sentence whose words have all been read may come without any.
        """

    def found(self) -> Found:
        """The actions of the trees, in the sentences' own order. Waits for the device."""


class Policy(Protocol):
    """A way to search: what to do with the trees at each step. Equal policies do the same."""

    @property
    def copies(self) -> int:
        """How many trees it keeps of a sentence."""

    def step(self, trees: PartialTrees) -> None:
        """Gives every tree an action. Waits for no value from the device."""

    def valued(self, found: Found) -> Found:
        """The same with the trees' log-probabilities as their totals."""
