"""Whether brackets are right as often as the parser is sure of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rightmost.errors import MismatchedTrees, RightmostError
from rightmost.trees.tree import Tree

BINS = 10


@dataclass(frozen=True)
class Claim:
    """A bracket's confidence, and whether the gold tree has it."""

    confidence: float
    right: bool


@dataclass(frozen=True)
class Bin:
    """The claims between two confidences, `low` included."""

    low: float
    high: float
    count: int
    claimed: float  # mean confidence; 0 where there are none
    right: float  # share of them; likewise


@dataclass(frozen=True)
class Reliability:
    """Claims in bins of equal width."""

    bins: tuple[Bin, ...]

    @property
    def count(self) -> int:
        return sum(each.count for each in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error: the mean distance of claimed and right, weighted by the bins' counts."""
        return sum(each.count * abs(each.claimed - each.right) for each in self.bins) / max(1, self.count)


def claims(gold: Tree, predicted: Tree) -> Iterator[Claim]:
    """A claim for each distinct bracket of the predicted tree, which must come with its confidence."""
    if gold.words != predicted.words:
        raise MismatchedTrees(f"trees over different words: {gold} and {predicted}")
    if predicted.confidence is None:
        raise RightmostError("a tree without confidence; parse with a beam of 2 or more")
    right = set(gold.spans())
    for span in dict.fromkeys(predicted.spans()):
        yield Claim(predicted.confidence[span], span in right)


def reliability(made: Iterable[Claim], *, bins: int = BINS) -> Reliability:
    """The claims, sorted into bins.

    >>> low, high = reliability([Claim(0.25, False), Claim(0.75, True), Claim(1.0, False)], bins=2).bins
    >>> high
    Bin(low=0.5, high=1.0, count=2, claimed=0.875, right=0.5)
    """
    sorted_in: list[list[Claim]] = [[] for _ in range(bins)]
    for claim in made:
        sorted_in[min(int(claim.confidence * bins), bins - 1)].append(claim)
    return Reliability(
        tuple(
            [
                Bin(
                    low=number / bins,
                    high=(number + 1) / bins,
                    count=len(inside),
                    claimed=sum(claim.confidence for claim in inside) / max(1, len(inside)),
                    right=sum(claim.right for claim in inside) / max(1, len(inside)),
                )
                for number, inside in enumerate(sorted_in)
            ]
        )
    )
