"""One run a folder: the lock of a run, and what its processes do if another run holds it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from rightmost.errors import RightmostError
from rightmost.lock import held
from rightmost.training.distributed import Team
from rightmost.training.record.recorder import unwritable

LOCK = ".lock"  # in the run's folder, as long as a process writes there


@contextmanager
def sole_writer(folder: Path, team: Team) -> Iterator[None]:
    """Raises, in every process of the team, if another run writes the folder; none can begin to within the block."""
    refused: RightmostError | None = None
    with ExitStack() as stack:
        if team.leads:
            try:
                stack.enter_context(_locked(folder))
            except RightmostError as error:
                refused = error
        refused = team.leaders(refused)
        if refused is not None:
            raise refused
        yield


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Holds the folder's lock; makes the folder for it, which goes again if nothing else comes into it."""
    was_there = folder.is_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    try:
        with held(folder / LOCK, of=folder):
            yield
    finally:
        if not was_there:
            with suppress(OSError):
                folder.rmdir()
