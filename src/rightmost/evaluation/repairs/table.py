"""Errors by category as a table, one system or several side by side (as the paper's, Appendix D); and for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rightmost.evaluation.repairs.analysis import Analysis, Count
from rightmost.evaluation.repairs.category import Category
from rightmost.evaluation.repairs.examples import example_values, examples_by_category

_HEADS = "  errors brackets"
_GAP = "   "


def table(analyses: Mapping[str, Analysis]) -> str:
    """The table of the systems, by name: most frequent category of the first one on top, the sums below."""
    counts = [analysis.counts() for analysis in analyses.values()]
    rows = [(category.value, [count[category] for count in counts]) for category in _most_frequent(counts[0])]
    rows.append(("all", [analysis.total for analysis in analyses.values()]))
    first = max(len(name) for name, _ in rows)
    width = max(len(_HEADS), *map(len, analyses))
    lines = [
        _GAP.join([" " * first, *(f"{name:>{width}}" for name in analyses)]),
        _GAP.join([" " * first, *(f"{_HEADS:>{width}}" for _ in analyses)]),
        *(_GAP.join([f"{name:<{first}}", *(f"{_cells(count):>{width}}" for count in row)]) for name, row in rows),
    ]
    return "".join(f"{line}\n" for line in lines)


def as_json(analyses: Mapping[str, Analysis], *, examples: int = 0) -> list[dict[str, Any]]:
    """The same figures as plain values, one entry a system; with as many examples of each category as asked for."""
    return [_values(name, analysis, examples=examples) for name, analysis in analyses.items()]


def _most_frequent(counts: Mapping[Category, Count]) -> Sequence[Category]:
    return sorted(counts, key=lambda category: -counts[category].errors)


def _cells(count: Count) -> str:
    return f"{count.errors:8d} {count.brackets:8d}"


def _values(name: str, analysis: Analysis, *, examples: int) -> dict[str, Any]:
    values: dict[str, Any] = {
        "predicted": name,
        "sentences": analysis.sentences,
        "compared_sentences": analysis.compared,
        "skipped_sentences": len(analysis.skipped),
        "error_sentences": len(analysis.tagged_apart),
        "errors": analysis.total.errors,
        "brackets": analysis.total.brackets,
        "unset": analysis.unset,
        "categories": {category.value: count._asdict() for category, count in analysis.counts().items()},
    }
    if examples:
        shown = examples_by_category(analysis, most=examples)
        values["examples"] = [example_values(error) for errors in shown.values() for error in errors]
    return values
