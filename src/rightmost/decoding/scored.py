"""A tree and how probable its actions are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rightmost.trees.tree import Span, Tree


@dataclass(frozen=True)
class Scored:
    """A tree and the log-probability of the actions that build it: the tree's, given the words, in the model's eyes."""

    tree: Tree
    log_probability: float


class Shares:
    """The share of a whole beam's probability that each bracket has: worked out, and the beam made, when asked for.

    Two threads that ask at once may both do the work; what they get is equal.
    """

    def __init__(self, beam: Callable[[], Sequence[Scored]]) -> None:
        self._beam = beam
        self._shares: dict[Span, float] | None = None

    def __call__(self, tree: Tree) -> dict[Span, float]:
        """Of the brackets of a tree of the beam."""
        shares = self._shares
        if shares is None:
            shares = self._shares = _shares(self._beam())
        return {span: shares[span] for span in set(tree.spans())}


def with_confidence(found: Sequence[Scored], beam: Callable[[], Sequence[Scored]] | None = None) -> list[Scored]:
    """The trees, each bracket with its share of the probability of the whole beam: of these, unless another is made."""
    shares = Shares(beam or (lambda: found))
    return [Scored(Tree.from_flat(each.tree.flat, confidence=shares), each.log_probability) for each in found]


def _shares(beam: Sequence[Scored]) -> dict[Span, float]:
    best = max(scored.log_probability for scored in beam)
    weights = [math.exp(scored.log_probability - best) for scored in beam]
    total = sum(weights)
    shares: dict[Span, float] = {}
    for scored, weight in zip(beam, weights):
        for span in set(scored.tree.spans()):
            shares[span] = shares.get(span, 0.0) + weight / total
    return shares
