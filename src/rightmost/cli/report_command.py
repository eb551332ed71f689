"""`rightmost report RUN...`: experiments side by side, ready to paste."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rightmost.errors import BadUsage
from rightmost.evaluation.summary import read_experiments, summarise
from rightmost.evaluation.summary_report import as_json, as_latex, as_markdown


class TableFormat(StrEnum):
    """What to paste into."""

    markdown = "markdown"
    latex = "latex"
    json = "json"


_WRITERS = {TableFormat.markdown: as_markdown, TableFormat.latex: as_latex, TableFormat.json: as_json}


def command(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN",
            help="Folders that `rightmost train` wrote; with --seeds, the folder above the seeds'.",
            show_default=False,
        ),
    ],
    baseline: Annotated[
        str | None, typer.Option(metavar="RUN", help="Compare the others with this one: Welch's t-test over seeds.")
    ] = None,
    format: Annotated[TableFormat, typer.Option(help="What to print.")] = TableFormat.markdown,
) -> None:
    """Report experiments: mean and standard error over seeds, and significance against a baseline.

    The p-values are those of Welch's t-test, which suits three to five seeds. --format json also has those of the
    exact permutation test. They measure the noise between seeds. For the noise between test sentences, see
    `rightmost compare`.
    """
    folders = [Path(run).resolve() for run in runs]
    if baseline is not None and Path(baseline).resolve() not in folders:
        runs = [baseline, *runs]
        folders = [Path(baseline).resolve(), *folders]
    if baseline is not None and len(runs) == 1:
        raise BadUsage(f"{baseline} is the baseline, and there is no other run to hold against it; give one more RUN")
    experiments = read_experiments(runs)
    chosen = None if baseline is None else experiments[folders.index(Path(baseline).resolve())]
    print(_WRITERS[format](summarise(experiments, baseline=chosen)))
