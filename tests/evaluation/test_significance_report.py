"""A comparison of two parsers, as a table and as plain values."""

from __future__ import annotations

import json

from rightmost.evaluation.significance import Comparison, Contrast, Estimate
from rightmost.evaluation.significance_report import comparison_report, comparison_values

COMPARISON = Comparison(
    sentences=7,
    compared=5,
    resamples=1000,
    seed=3,
    f1=Contrast(Estimate(90.0, 88.25, 92.0), Estimate(92.5, 91.0, 94.0), Estimate(2.5, -0.5, 5.0), 0.04, 0.0312),
    exact_match=Contrast(Estimate(40.0, 0.0, 80.0), Estimate(20.0, 0.0, 60.0), Estimate(-20.0, -60.0, -0.0), 1.0, 0.5),
)


def test_the_report() -> None:
    assert comparison_report(COMPARISON, one="a.txt", other="b.txt").splitlines() == [
        "A = a.txt",
        "B = b.txt",
        "Sentences: 5 compared, 2 left out. Intervals: 95%, paired bootstrap. Resamples: 1000, seed 3.",
        "",
        "            A                           B                           B - A                       "
        "p (bootstrap)  p (randomisation)",
        "F1          90.00 [88.25, 92.00]        92.50 [91.00, 94.00]        +2.50 [-0.50, +5.00]        "
        "       0.0400             0.0312",
        "Exact match 40.00 [0.00, 80.00]         20.00 [0.00, 60.00]         -20.00 [-60.00, +0.00]      "
        "       1.0000             0.5000",
    ]


def test_the_widest_figures_leave_the_columns_in_place() -> None:
    wide = Estimate(-100.0, -100.0, -100.0)
    widest = Contrast(wide, wide, wide, bootstrap_p=1.0, randomisation_p=1.0)
    comparison = Comparison(1, 1, 1, 0, f1=widest, exact_match=COMPARISON.f1)
    lines = comparison_report(comparison, one="a.txt", other="b.txt").splitlines()
    assert len({len(line) for line in lines[4:]}) == 1


def test_the_values() -> None:
    values = comparison_values(COMPARISON, one="a.txt", other="b.txt")
    assert json.loads(json.dumps(values)) == {
        "a": "a.txt",
        "b": "b.txt",
        "sentences": 7,
        "compared": 5,
        "left_out": 2,
        "resamples": 1000,
        "seed": 3,
        "level": 0.95,
        "f1": {
            "a": {"value": 90.0, "low": 88.25, "high": 92.0},
            "b": {"value": 92.5, "low": 91.0, "high": 94.0},
            "difference": {"value": 2.5, "low": -0.5, "high": 5.0},
            "p_bootstrap": 0.04,
            "p_randomisation": 0.0312,
        },
        "exact_match": {
            "a": {"value": 40.0, "low": 0.0, "high": 80.0},
            "b": {"value": 20.0, "low": 0.0, "high": 60.0},
            "difference": {"value": -20.0, "low": -60.0, "high": 0.0},
            "p_bootstrap": 1.0,
            "p_randomisation": 0.5,
        },
    }
