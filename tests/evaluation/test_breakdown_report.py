"""Breakdowns as tables, and as plain values."""

from __future__ import annotations

from rightmost.evaluation.breakdown import Breakdown, Group
from rightmost.evaluation.breakdown_report import breakdown_report, breakdown_values

LABELS = Breakdown("label", "label of the bracket", (Group("NP", 4, 5, 3, 2), Group("WHADVP", 12345, 0, 0, 0)))
DEPTHS = Breakdown("depth", "brackets around the bracket", (Group("0", 1, 1, 1, 1),))


def test_the_report() -> None:
    assert breakdown_report([LABELS, DEPTHS]).splitlines() == [
        "",
        "-- By label: label of the bracket --",
        "label   Recall  Precision      F1    gold  found  predicted  right",
        "NP       75.00      40.00   52.17       4      3          5      2",
        "WHADVP    0.00       0.00    0.00   12345      0          0      0",
        "",
        "-- By depth: brackets around the bracket --",
        "depth  Recall  Precision      F1    gold  found  predicted  right",
        "0      100.00     100.00  100.00       1      1          1      1",
    ]


def test_nothing_to_report() -> None:
    assert breakdown_report([]) == ""
    assert breakdown_report([Breakdown("depth", "brackets around the bracket", ())]) == (
        "\n-- By depth: brackets around the bracket --"
        "\ndepth  Recall  Precision      F1    gold  found  predicted  right\n"
    )


def test_the_values() -> None:
    values = breakdown_values([LABELS, DEPTHS])
    assert [(by, list(groups)) for by, groups in values.items()] == [("label", ["NP", "WHADVP"]), ("depth", ["0"])]
    assert values["label"]["NP"] == {
        "recall": 75.0,
        "precision": 40.0,
        "f1": LABELS.groups[0].f1,
        "gold_brackets": 4,
        "predicted_brackets": 5,
        "matched_gold": 3,
        "matched_predicted": 2,
    }
