"""What a decoder is: from words and states to the scores of actions.

A decoder states in its attributes what it can do. No code asks for its class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from torch import Tensor

from rightmost.model.history import Numbers
from rightmost.model.states import States
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.system import System


class Decoder(Protocol):
    """Scores for actions, and a loss to learn them by."""

    system: System
    packs: bool  # whether `rightmost.gpu` knows its steps in fixed shapes

    @property
    def levels(self) -> int:
        """How far below the chain it looks."""

    def prepare(self, words: Tensor, positions: Tensor) -> Any:
        """All that depends on the words alone, and so is the same for every state. `words` are (words, width)."""

    def decisions(self, actions: Sequence[Action], vocabulary: Vocabulary) -> Numbers:
        """What a parser would decide to take these actions: a row of numbers each, the state's time first."""

    def loss(self, prepared: Any, states: States, decisions: Tensor, *, smoothing: float = 0.0) -> Tensor:
        """The cross-entropies of target, parent and new label, summed over the right decisions. (3,)"""

    def __call__(self, prepared: Any, states: States) -> Any:
        """The scores of the actions in these states."""
