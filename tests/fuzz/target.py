"""A target of the fuzz suite: a check that must hold for whatever its strategies come up with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from rightmost.errors import RightmostError

SAMPLE = 40  # cases of each target in make test, the same every time


@dataclass(frozen=True)
class Target:
    """What is checked, on what, and how many cases it gets in make test-slow."""

    check: Callable[..., None]
    strategies: Mapping[str, SearchStrategy[Any]]
    cases: int

    def sample(self) -> None:
        """A few cases, the same every time."""
        self._with(max_examples=SAMPLE, derandomize=True)

    def many(self) -> None:
        """All cases, others every time."""
        self._with(max_examples=self.cases)

    def one_input(self) -> Callable[[bytes], bytes | None]:
        """A function for coverage-guided fuzzers: checks the case that the bytes stand for; None if they are none."""
        function: Callable[[bytes], bytes | None] = given(**self.strategies)(self.check).hypothesis.fuzz_one_input
        return function

    def _with(self, **how: Any) -> None:
        checks = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck), **how)
        checks(given(**self.strategies)(self.check))()


@contextmanager
def refusal(*, start: str = "", lines: bool = False) -> Iterator[None]:
    """Whatever happens in the block, it is done, or refused in one line that begins so; nothing else is raised.

    `lines`: there may be several faults, a line for each.
    """
    try:
        yield
    except RightmostError as error:
        text = str(error)
    else:
        return
    assert text.startswith(start), text
    faults = text.split("\n")
    assert all(fault.strip() for fault in faults), text
    assert lines or len(faults) == 1, text


@contextmanager
def within(folder: Path) -> Iterator[None]:
    """The block runs in that folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
