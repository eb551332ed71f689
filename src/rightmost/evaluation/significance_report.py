"""A comparison of two parsers, for people and for machines."""

from __future__ import annotations

from typing import Any

from rightmost.evaluation.significance import LEVEL, Comparison, Contrast, Estimate

_FIGURES = {"F1": "f1", "Exact match": "exact_match"}


def comparison_report(comparison: Comparison, *, one: str, other: str) -> str:
    """The comparison as a table, under the names of the two parsers (or their files)."""
    lines = [
        f"A = {one}",
        f"B = {other}",
        f"Sentences: {comparison.compared} compared, {comparison.left_out} left out. "
        f"Intervals: {LEVEL:.0%}, paired bootstrap. Resamples: {comparison.resamples}, seed {comparison.seed}.",
        "",
        f"{'':<12}{'A':<28}{'B':<28}{'B - A':<28}{'p (bootstrap)':>13}{'p (randomisation)':>19}",
    ]
    return "\n".join([*lines, *(_row(name, getattr(comparison, key)) for name, key in _FIGURES.items())])


def comparison_values(comparison: Comparison, *, one: str, other: str) -> dict[str, Any]:
    """The comparison as plain values; shares and differences in percent."""
    return {
        "a": one,
        "b": other,
        "sentences": comparison.sentences,
        "compared": comparison.compared,
        "left_out": comparison.left_out,
        "resamples": comparison.resamples,
        "seed": comparison.seed,
        "level": LEVEL,
        **{key: _values(getattr(comparison, key)) for key in _FIGURES.values()},
    }


def _row(name: str, contrast: Contrast) -> str:
    cells = [_cell(contrast.one), _cell(contrast.other), _cell(contrast.difference, sign="+")]
    probabilities = f"{contrast.bootstrap_p:>13.4f}{contrast.randomisation_p:>19.4f}"
    return f"{name:<12}{''.join(f'{cell:<28}' for cell in cells)}{probabilities}"


def _cell(estimate: Estimate, *, sign: str = "") -> str:
    value, low, high = (
        f"{round(number, 2) + 0.0:{sign}.2f}" for number in (estimate.value, estimate.low, estimate.high)
    )  # + 0.0: no -0
    return f"{value} [{low}, {high}]"


def _values(contrast: Contrast) -> dict[str, Any]:
    return {
        "a": _estimate_values(contrast.one),
        "b": _estimate_values(contrast.other),
        "difference": _estimate_values(contrast.difference),
        "p_bootstrap": contrast.bootstrap_p,
        "p_randomisation": contrast.randomisation_p,
    }


def _estimate_values(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
