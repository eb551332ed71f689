"""Tests for a difference between two small samples, such as the scores of a few seeds each.

*Welch's t-test* is the one to report for three to five seeds: it does not ask for equal spreads, and it can tell three
seeds from three. The *exact permutation test* assumes less (not even normal noise), but with three against three its
smallest p-value is 2/20 = 0.1: it can speak up only from four against four (2/70). Both are two-sided and unpaired:
two models that share a seed share nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean, stdev, variance

#: Beyond these there are enough values for Welch's test to need no second opinion.
MOST_SPLITS = 20_000

_EQUAL = 1e-9
_TINY = 1e-300
_STEPS = 10_000


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean, and its standard error: the standard deviation over the root of how many there are; None for one.

    >>> mean_and_error([1.0, 2.0, 3.0])
    (2.0, 0.5773502691896258)
    """
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return fmean(values), error


def welch_p(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The two-sided p-value of Welch's t-test; None with fewer than two values a side, or no spread at all.

    >>> round(welch_p([95.1, 95.3, 95.2], [95.6, 95.8, 95.5]), 4)
    0.0199
    """
    if min(len(one), len(other)) < 2:
        return None
    parts = [variance(values) / len(values) for values in (one, other)]
    if not sum(parts):
        return None
    t = (fmean(one) - fmean(other)) / math.sqrt(sum(parts))
    freedom = sum(parts) ** 2 / sum(part**2 / (len(values) - 1) for part, values in zip(parts, (one, other)))
    return student_p(t, freedom)


def permutation_p(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The share of all splits into samples of these sizes whose means differ at least as much; None for too many.

    >>> permutation_p([95.1, 95.3, 95.2], [95.6, 95.8, 95.5])
    0.1
    """
    values = [*one, *other]
    splits = math.comb(len(values), len(one))
    if splits > MOST_SPLITS:
        return None
    observed = abs(fmean(one) - fmean(other))
    total = sum(values)
    as_far = 0
    for chosen in combinations(values, len(one)):
        part = sum(chosen)
        as_far += abs(part / len(one) - (total - part) / len(other)) >= observed - _EQUAL
    return as_far / splits


def student_p(t: float, freedom: float) -> float:
    """The chance that Student's t, with so many degrees of freedom, is at least as far from zero.

    >>> round(student_p(2.776, 4), 3), student_p(0.0, 4)
    (0.05, 1.0)
    """
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, b=0.5)


def _incomplete_beta(x: float, a: float, *, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b) (Abramowitz and Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )  # (symmetric in (x, a) and (1 - x, b))
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(x, a, b=b) / a
    return 1 - front * _continued_fraction(1 - x, b, b=a) / b


def _continued_fraction(x: float, a: float, *, b: float) -> float:
    """The fraction of the incomplete beta function, by Lentz's method; quick for x < (a + 1) / (a + b + 2)."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for numerator in (even, odd):
            d = 1 / _not_zero(1 + numerator * d)
            c = _not_zero(1 + numerator / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
