"""What one word did to the tree: the action taken, the tree after it, and what else could have been done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rightmost.transitions.action import Action
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Alternative:
    """An action that could be taken, and the probability that the model gives it."""

    action: Action
    probability: float


@dataclass(frozen=True)
class Step:
    """What was done when a word was pushed. With a look-ahead of k, the word placed is k words further back.

    Until there is a word to place, `actions` is empty and `tree` None. With a beam everything is the best tree's.
    """

    word: str | None  # the word that was placed
    position: int | None  # its number in the sentence, from 0
    actions: tuple[Action, ...]  # now taken
    tags: tuple[str, ...]  # of the words placed so far
    measures: Mapping[str, float | int | None]  # None: not applicable, as the target's entropy of a first word
    alternatives: tuple[Alternative, ...]  # the best few actions, best first, the one taken mostly among them
    revised_from: int | None  # the first word whose action in the best tree is another than before
    built: Callable[[], Tree | None] = field(repr=False, compare=False)

    @cached_property
    def tree(self) -> Tree | None:
        """The tree over the words placed so far, made when it is asked for."""
        return self.built()
