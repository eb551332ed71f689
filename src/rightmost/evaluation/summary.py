"""What several experiments came to: means over seeds, and how they differ from a baseline's.

An experiment is a folder that `rightmost train` wrote: with a result.json, or with a folder for each seed that has one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath
from statistics import fmean
from typing import Any

from rightmost.errors import BadUsage, RightmostError
from rightmost.evaluation.t_test import mean_and_error, permutation_p, welch_p
from rightmost.files import opened_text

RESULT = "result.json"
PARTS = ("dev", "test")
FIGURES = ("exact_match", "f1", "precision", "recall", "tagging_accuracy")


@dataclass(frozen=True)
class Seed:
    """One run: for each part, each file's figures."""

    source: Path
    seed: int
    parts: Mapping[str, Mapping[str, Mapping[str, float]]]

    def files(self, part: str) -> tuple[str, ...]:
        """The names of the files scored, without their folders, which differ from machine to machine."""
        return tuple(sorted(PurePosixPath(path.replace("\\", "/")).name for path in self.parts[part]))

    def mean(self, part: str, figure: str) -> float:
        """The figure, each file counting alike."""
        return fmean(figures[figure] for figures in self.parts[part].values())


@dataclass(frozen=True)
class Experiment:
    """The runs of one system, by seed."""

    name: str
    folder: Path
    seeds: tuple[Seed, ...]

    def values(self, part: str, figure: str) -> list[float]:
        """The figure of each seed."""
        return [seed.mean(part, figure) for seed in self.seeds]


@dataclass(frozen=True)
class Cell:
    """One figure of one experiment, its standard error (None for one seed), and how it differs from the baseline's."""

    values: tuple[float, ...]
    mean: float
    error: float | None
    difference: float | None = None
    welch_p: float | None = None
    permutation_p: float | None = None


@dataclass(frozen=True)
class Row:
    """One experiment on one part."""

    name: str
    seeds: tuple[int, ...]
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Summary:
    """A table for each part that was scored."""

    baseline: str | None
    tables: Mapping[str, tuple[Row, ...]]


def summarise(experiments: Sequence[Experiment], *, baseline: Experiment | None = None) -> Summary:
    """The experiments in the order given; differences are from the baseline, which is one of them."""
    tables = {}
    for part in PARTS:
        scored = [one for one in experiments if one.seeds[0].parts[part]]
        _check_files(scored, part)
        against = baseline if baseline is not None and baseline in scored else None
        if scored:
            tables[part] = tuple(_row(one, part, baseline=None if one is against else against) for one in scored)
    return Summary(None if baseline is None else baseline.name, tables)


def _check_files(experiments: Sequence[Experiment], part: str) -> None:
    """Raises unless all were scored on the same files."""
    seeds = [seed for one in experiments for seed in one.seeds]
    for seed in seeds[1:]:
        if seed.files(part) != seeds[0].files(part):
            names = [", ".join(each.files(part)) or "none" for each in (seeds[0], seed)]
            raise RightmostError(
                f"scored on different {part} files: {names[0]} ({seeds[0].source}), but {names[1]} ({seed.source}); "
                "report them one by one"
            )


def _row(experiment: Experiment, part: str, *, baseline: Experiment | None) -> Row:
    cells = {}
    for figure in FIGURES:
        values = experiment.values(part, figure)
        mean, error = mean_and_error(values)
        if baseline is None:
            cells[figure] = Cell(tuple(values), mean, error)
        else:
            theirs = baseline.values(part, figure)
            cells[figure] = Cell(
                tuple(values),
                mean,
                error,
                difference=mean - fmean(theirs),
                welch_p=welch_p(values, theirs),
                permutation_p=permutation_p(values, theirs) if min(len(values), len(theirs)) > 1 else None,
            )
    return Row(experiment.name, tuple(seed.seed for seed in experiment.seeds), cells)


def read_experiments(folders: Sequence[str | Path]) -> tuple[Experiment, ...]:
    """The experiments of these folders, named after them: by their last part where that tells them apart."""
    paths = [Path(folder) for folder in folders]
    for place, path in enumerate(paths):
        if path.resolve() in [other.resolve() for other in paths[:place]]:
            raise BadUsage(f"{path} is given twice; give each run once")
    short = [path.resolve().name for path in paths]
    names = short if len(set(short)) == len(short) else [path.as_posix() for path in paths]
    return tuple(Experiment(name, path, _seeds(path)) for name, path in zip(names, paths))


def _seeds(folder: Path) -> tuple[Seed, ...]:
    """The runs in a folder, or in those right below it."""
    if not folder.is_dir():
        problem = "a file, where a run's folder was expected" if folder.exists() else "no such folder; check the path"
        raise RightmostError(f"{folder}: {problem}")
    below = sorted(folder.glob(f"*/{RESULT}"))
    alone = folder / RESULT
    if alone.exists() and below:
        raise RightmostError(f"{folder}: both {RESULT} and {below[0].relative_to(folder)}; move one of them elsewhere")
    found = [alone] if alone.exists() else below
    if not found:
        raise RightmostError(f"{folder}: no {RESULT} here or in a folder right below; `rightmost train` writes them")
    seeds = sorted(map(_read, found), key=lambda seed: seed.seed)
    for one, other in pairwise(seeds):
        if one.seed == other.seed:
            raise RightmostError(f"seed {one.seed} twice, in {one.source} and {other.source}; each must be another run")
    for part in PARTS:
        _check_files([Experiment(folder.name, folder, tuple(seeds))], part)
    return tuple(seeds)


def _read(path: Path) -> Seed:
    with opened_text(path) as (stream, name):
        try:
            written = json.load(stream)
        except json.JSONDecodeError as error:
            raise RightmostError(f"{name}:{error.lineno}: not JSON ({error.msg}); was the run cut short?") from None
    try:
        parts = {part: {str(file): _figures(each) for file, each in written[part].items()} for part in PARTS}
        if type(written["seed"]) is not int:
            raise TypeError
    except (KeyError, TypeError, AttributeError):
        expected = f"seed, and for {' and '.join(PARTS)} by file {', '.join(FIGURES)}"
        raise RightmostError(f"{name}: not what `rightmost train` writes; expected {expected}") from None
    if not any(parts.values()):
        raise RightmostError(f"{name}: no dev and no test files were scored")
    return Seed(path, written["seed"], parts)


def _figures(written: Any) -> dict[str, float]:
    figures = {figure: written[figure] for figure in FIGURES}
    for value in figures.values():
        if type(value) not in (int, float) or not math.isfinite(value):
            raise TypeError
    return figures
