"""A summary of experiments to paste: Markdown, LaTeX (booktabs) or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rightmost.evaluation.summary import Cell, Row, Summary

COLUMNS = {"EM": "exact_match", "F1": "f1", "LP": "precision", "LR": "recall"}
#: The figures that are held against the baseline's.
AGAINST = {"EM": "exact_match", "F1": "f1"}
METHOD = "Welch's t-test over seeds, two-sided, unpaired, not corrected for several comparisons"

#: | < and > are other characters in LaTeX's default fonts.
_IN_LATEX = str.maketrans(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}"}
    | {"±": r"$\pm$", "Δ": r"$\Delta$", "<": "$<$", ">": "$>$"}
    | {character: f"\\{character}" for character in "&%$#_{}"}
)


def as_markdown(summary: Summary) -> str:
    """A table for each part, and a line that explains its figures."""
    blocks = []
    for part, rows in summary.tables.items():
        head, *body = _cells(part, rows, summary)
        lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
        blocks.append("\n".join(f"| {' | '.join(map(_markdown, line))} |" for line in lines))
    return "\n\n".join([*blocks, _note(summary)])


def as_latex(summary: Summary) -> str:
    """A tabular for each part, for LaTeX with booktabs."""
    blocks = [f"% {_note(summary)}"]
    for part, rows in summary.tables.items():
        head, *body = [[cell.translate(_IN_LATEX) for cell in line] for line in _cells(part, rows, summary)]
        lines = [
            f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"\toprule",
            f"{' & '.join(head)} \\\\",
            r"\midrule",
        ]
        lines += [f"{' & '.join(line)} \\\\" for line in body]
        blocks.append("\n".join([*lines, r"\bottomrule", r"\end{tabular}"]))
    return "\n\n".join(blocks)


def as_json(summary: Summary) -> str:
    """Every figure, seed by seed, with both p-values."""
    tables = {part: {row.name: _row_values(row) for row in rows} for part, rows in summary.tables.items()}
    return json.dumps({"baseline": summary.baseline, "method": METHOD, "tables": tables}, indent=2)


def _cells(part: str, rows: Sequence[Row], summary: Summary) -> list[list[str]]:
    """The table, head first."""
    compared = summary.baseline is not None
    head = [part, "seeds", *COLUMNS]
    if compared:
        head += [title for column in AGAINST for title in (f"Δ {column}", f"p ({column})")]
    lines = [head]
    for row in rows:
        cells = [row.cells[figure] for figure in COLUMNS.values()]
        line = [row.name, str(len(row.seeds)), *(mean_cell(cell.mean, cell.error) for cell in cells)]
        if compared:
            line += [text for figure in AGAINST.values() for text in _difference(row.cells[figure])]
        lines.append(line)
    return lines


def mean_cell(mean: float, error: float | None) -> str:
    """A mean and its standard error, as a table has them."""
    return f"{mean:.2f}" if error is None else f"{mean:.2f} ± {error:.2f}"


def _difference(cell: Cell) -> tuple[str, str]:
    if cell.difference is None:
        return "", ""
    p = cell.welch_p
    return f"{cell.difference:+.2f}", "n/a" if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _note(summary: Summary) -> str:
    note = "Mean ± standard error over seeds."
    if summary.baseline is None:
        return note
    return f"{note} Δ: against {summary.baseline}. p: {METHOD}; n/a with one seed, or no spread."


def _markdown(cell: str) -> str:
    return cell.replace("|", r"\|")


def _row_values(row: Row) -> dict[str, Any]:
    return {"seeds": list(row.seeds)} | {figure: _cell_values(cell) for figure, cell in row.cells.items()}


def _cell_values(cell: Cell) -> dict[str, Any]:
    values: dict[str, Any] = {"values": list(cell.values), "mean": cell.mean, "standard_error": cell.error}
    if cell.difference is not None:
        values |= {"difference": cell.difference, "p_welch": cell.welch_p, "p_permutation": cell.permutation_p}
    return values
