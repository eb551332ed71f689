"""The same run with several seeds, and their mean and standard error, as in the paper's tables."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rightmost.evaluation.summary import PARTS
from rightmost.evaluation.summary_report import COLUMNS, mean_cell
from rightmost.evaluation.t_test import mean_and_error
from rightmost.files import written_atomically
from rightmost.training.data.treebank import Treebanks
from rightmost.training.distributed import Team
from rightmost.training.record.development import Figures
from rightmost.training.record.events import Listener
from rightmost.training.record.result import Result
from rightmost.training.run.one_run import run
from rightmost.training.training_config import TrainingConfig

logger = logging.getLogger(__name__)


def run_seeds(
    config: TrainingConfig, treebanks: Treebanks, *, seeds: int, team: Team, listener: Listener, resume: bool
) -> list[Result]:
    """Runs `seeds` seeds, from the config's on, each in its own folder below `output`; writes results.json and .md."""
    folder = Path(config.output)
    results = []
    for place, seed in enumerate(range(config.seed, config.seed + seeds), start=1):
        logger.info("seed %s (%s of %s)", seed, place, seeds)
        one = config.with_changes(seed=seed, output=str(folder / f"seed-{seed}"))
        results.append(run(one, treebanks, team=team, listener=listener, resume=resume))
    if team.leads:
        _write(results, folder)
    return results


def table(results: Sequence[Result]) -> str:
    """A markdown table: a row for the development trees and, if there are any, one for the test trees.

    >>> figures = Figures(exact_match=50.0, f1=90.0, precision=91.0, recall=89.0, tagging_accuracy=97.0)
    >>> print(table([Result(seed=1, best_epoch=2, seconds=3.0, dev={"dev.txt": figures}, test={})]))
    | | EM | F1 | LP | LR |
    |---|---|---|---|---|
    | dev | 50.00 | 90.00 | 91.00 | 89.00 |
    """
    lines = [f"| | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for part, means in _means(results).items():
        lines.append(f"| {part} | {' | '.join(mean_cell(*each) for each in means.values())} |")
    return "\n".join(lines)


def _means(results: Sequence[Result]) -> dict[str, dict[str, tuple[float, float | None]]]:
    """For each part that was scored, each figure's mean and standard error."""
    found = {}
    for part in PARTS:
        runs = [Figures.mean(files.values()) for result in results if (files := getattr(result, part))]
        if runs:
            found[part] = {key: mean_and_error([getattr(one, key) for one in runs]) for key in COLUMNS.values()}
    return found


def _write(results: Sequence[Result], folder: Path) -> None:
    content: dict[str, Any] = {"runs": [asdict(result) for result in results], "mean": {}, "standard_error": {}}
    for part, means in _means(results).items():
        content["mean"][part] = {key: mean for key, (mean, _) in means.items()}
        content["standard_error"][part] = {key: error for key, (_, error) in means.items()}
    with written_atomically(folder / "results.json") as stream:
        stream.write(json.dumps(content, indent=2) + "\n")
    with written_atomically(folder / "results.md") as stream:
        stream.write(table(results) + "\n")
