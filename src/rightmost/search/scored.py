"""A tree and how probable its actions are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rightmost.trees.tree import Span, Tree


@dataclass(frozen=True)
class Scored:
    """A tree and the log-probability of the actions that build it: the tree's, given the words, in the model's eyes."""

    tree: Tree
    log_probability: float


def with_confidence(beam: Sequence[Scored]) -> list[Scored]:
    """The beam's trees, each bracket with its share of the whole beam's probability."""
    best = max(scored.log_probability for scored in beam)
    weights = [math.exp(scored.log_probability - best) for scored in beam]
    total = sum(weights)
    shares: dict[Span, float] = {}
    for scored, weight in zip(beam, weights):
        for span in set(scored.tree.spans()):
            shares[span] = shares.get(span, 0.0) + weight / total
    return [
        Scored(
            Tree.from_flat(scored.tree.flat, confidence={span: shares[span] for span in set(scored.tree.spans())}),
            scored.log_probability,
        )
        for scored in beam
    ]
