"""Breakdowns, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterable

from rightmost.evaluation.breakdown import Breakdown, Group

_HEAD = "  Recall  Precision      F1    gold  found  predicted  right"


def breakdown_report(breakdowns: Iterable[Breakdown]) -> str:
    """A table for each breakdown, a blank line before each. *found*: gold ones predicted; *right*: predicted ones gold.

    >>> print(breakdown_report([Breakdown("label", "label of the bracket", (Group("NP", 4, 5, 3, 3),))]), end="")
    <BLANKLINE>
    -- By label: label of the bracket --
    label  Recall  Precision      F1    gold  found  predicted  right
    NP      75.00      60.00   66.67       4      3          5      3
    """
    return "".join(f"\n{line}\n" for line in map(_table, breakdowns))


def breakdown_values(breakdowns: Iterable[Breakdown]) -> dict[str, dict[str, dict[str, int | float]]]:
    """The breakdowns as plain values: for each key and each of its groups, the figures."""
    return {one.by: {group.name: _values(group) for group in one.groups} for one in breakdowns}


def _table(breakdown: Breakdown) -> str:
    width = max(map(len, [breakdown.by, *(group.name for group in breakdown.groups)]))
    lines = [f"-- By {breakdown.by}: {breakdown.meaning} --", f"{breakdown.by:<{width}}{_HEAD}"]
    lines += [
        f"{group.name:<{width}}  {group.recall:6.2f}     {group.precision:6.2f}  {group.f1:6.2f}"
        f"  {group.gold_brackets:6d} {group.matched_gold:6d}"
        f"  {group.predicted_brackets:9d} {group.matched_predicted:6d}"
        for group in breakdown.groups
    ]
    return "\n".join(lines)


def _values(group: Group) -> dict[str, int | float]:
    return {
        "recall": group.recall,
        "precision": group.precision,
        "f1": group.f1,
        "gold_brackets": group.gold_brackets,
        "predicted_brackets": group.predicted_brackets,
        "matched_gold": group.matched_gold,
        "matched_predicted": group.matched_predicted,
    }
