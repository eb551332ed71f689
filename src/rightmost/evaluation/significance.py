"""Whether two parsers differ by more than chance, on the same sentences.

Two tests for F1 and for exact match, both over whole sentences, which is what a test set is a sample of:

- the *paired bootstrap* (Efron and Tibshirani 1993; Koehn 2004) draws as many sentences, with replacement, for both
  parsers at once. It gives the intervals, and a p-value: how often the difference strays from the one observed by as
  much as that one is away from zero;
- *approximate randomisation* (Noreen 1989) swaps the two parsers' parses of randomly chosen sentences, as if it did
  not matter whose they are. Its p-value: how often the difference is then at least as large as the one observed.

Both p-values are two-sided, and count the observed outcome among the resamples, so that none is ever zero. A sentence
is compared only if it is valid, in evalb's sense, for both parsers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rightmost.errors import BadUsage, MismatchedTrees
from rightmost.evaluation.scores import Scores, Status

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array: TypeAlias = npt.NDArray[np.float64]

RESAMPLES = 10_000
LEVEL = 0.95

#: Numbers drawn at a time: enough to be fast, little enough memory for any test set.
_AT_A_TIME = 2_000_000
#: Differences this close are equal: F1 is a quotient, and rounds.
_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure in percent, and its bootstrap interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Contrast:
    """One figure of both parsers, how far the second is ahead, and how likely so large a difference is by chance."""

    one: Estimate
    other: Estimate
    difference: Estimate
    bootstrap_p: float
    randomisation_p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two parsers on the sentences that are valid for both."""

    sentences: int
    compared: int
    resamples: int
    seed: int
    f1: Contrast
    exact_match: Contrast

    @property
    def left_out(self) -> int:
        """How many sentences are not valid for both."""
        return self.sentences - self.compared


def compare(one: Scores, other: Scores, *, resamples: int = RESAMPLES, seed: int = 0) -> Comparison:
    """How the second parser's scores differ from the first's, on the same gold trees. The same seed, the same answer.

    >>> from rightmost.evaluation.evalb import evaluate
    >>> from rightmost.trees.tree import Tree
    >>> gold = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")
    >>> worse = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (ADJP (NN King))))")
    >>> comparison = compare(evaluate([gold] * 8, [worse] * 8), evaluate([gold] * 8, [gold] * 8))
    >>> comparison.f1.difference
    Estimate(value=25.0, low=25.0, high=25.0)
    >>> comparison.f1.randomisation_p < 0.05
    True
    """
    if resamples < 1:
        raise BadUsage(f"{resamples} resamples; at least 1 is needed, and {RESAMPLES} are usual")
    if seed < 0:
        raise BadUsage(f"seed {seed}; allowed: a whole number, 0 or more")
    import numpy as np

    rows = _counts(one, other)
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), 6)
    drawing, swapping = (np.random.default_rng([seed, stream]) for stream in (0, 1))
    observed = _figures(counts.sum(axis=0), len(rows))  # (1, figures, parsers)
    drawn = _figures(_drawn(counts, resamples, random=drawing), len(rows))  # (resamples, figures, parsers)
    swapped = _figures(_swapped(counts, resamples, random=swapping), len(rows))
    f1, exact_match = (_contrast(observed[0, at], drawn[:, at], swapped=swapped[:, at]) for at in (0, 1))
    return Comparison(one.sentences, len(rows), resamples, seed, f1, exact_match)


def _counts(one: Scores, other: Scores) -> list[tuple[int, ...]]:
    """For each sentence that is valid for both, three numbers a parser: brackets matched, gold and predicted, exact."""
    if one.sentences != other.sentences:
        raise MismatchedTrees(f"{one.sentences} sentences against {other.sentences}: compare parses of the same ones")
    rows = [
        tuple(
            count
            for row in pair
            for count in (row.matched_brackets, row.gold_brackets + row.predicted_brackets, int(row.exact_match))
        )
        for pair in zip(one.per_sentence, other.per_sentence)
        if all(row.status is Status.VALID for row in pair)
    ]
    if not rows:
        raise MismatchedTrees(
            f"none of {one.sentences} sentences could be scored for both parsers: are their trees over the same words?"
        )
    return rows


def _drawn(counts: Array, resamples: int, *, random: np.random.Generator) -> Array:
    """The sums over as many sentences as there are, drawn with replacement; a row a resample."""
    import numpy as np

    sentences = len(counts)
    sums = []
    for rows in _chunks(resamples, sentences):
        cells = random.integers(sentences, size=(rows, sentences)) + sentences * np.arange(rows)[:, None]
        times = np.bincount(cells.ravel(), minlength=rows * sentences).reshape(rows, sentences)
        sums.append(times.astype(np.float64) @ counts)
    return np.concatenate(sums)


def _swapped(counts: Array, resamples: int, *, random: np.random.Generator) -> Array:
    """The sums over all sentences, each with the two parsers swapped or not; a row a resample."""
    import numpy as np

    sentences = len(counts)
    gain = counts[:, 3:] - counts[:, :3]
    one, other = counts[:, :3].sum(axis=0), counts[:, 3:].sum(axis=0)
    sums = []
    for rows in _chunks(resamples, sentences):
        octets = random.integers(256, size=(rows, -(-sentences // 8)), dtype=np.uint8)
        moved = np.unpackbits(octets, axis=1, count=sentences).astype(np.float64) @ gain
        sums.append(np.concatenate([one + moved, other - moved], axis=1))
    return np.concatenate(sums)


def _chunks(resamples: int, sentences: int) -> Iterator[int]:
    size = max(1, _AT_A_TIME // sentences)
    for start in range(0, resamples, size):
        yield min(size, resamples - start)


def _figures(sums: Array, sentences: int) -> Array:
    """F1 and exact match in percent, of both parsers, from rows of sums: (rows, figures, parsers)."""
    import numpy as np

    matched, brackets, exact = np.moveaxis(sums.reshape(-1, 2, 3), 2, 0)
    f1 = 200.0 * matched / np.maximum(brackets, 1.0)  # no brackets, no matches: 0
    return np.stack([f1, 100.0 * exact / sentences], axis=1)


def _contrast(observed: Array, drawn: Array, *, swapped: Array) -> Contrast:
    import numpy as np

    difference = float(observed[1] - observed[0])
    differences = drawn[:, 1] - drawn[:, 0]
    tails = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]

    def estimate(value: float, values: Array) -> Estimate:
        low, high = np.quantile(values, tails)
        return Estimate(value, float(low), float(high))

    return Contrast(
        one=estimate(float(observed[0]), drawn[:, 0]),
        other=estimate(float(observed[1]), drawn[:, 1]),
        difference=estimate(difference, differences),
        bootstrap_p=_share(differences - difference, difference),
        randomisation_p=_share(swapped[:, 1] - swapped[:, 0], difference),
    )


def _share(differences: Array, observed: float) -> float:
    """The share of differences as far from zero as the observed one, which is itself counted among them."""
    as_far = int((abs(differences) >= abs(observed) - _EQUAL).sum())
    return (as_far + 1) / (len(differences) + 1)
