"""Files and folders that are being written, named `.NAME.xxxxxxxx.part`, next to those that they will replace.

It is locked as long as its writer lives. So what a killed process left can be told from what another one is writing.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from rightmost.ending import clearing
from rightmost.lock import NoLocks, locked
from rightmost.swap import put_in_place, restored

_WINDOWS = sys.platform == "win32"
_DIGITS = 8  # in a part's name
_OPENED = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class Part:
    """A file that will take the place of `target`, or the mark of a folder that will."""

    path: Path
    target: Path

    @property
    def workshop(self) -> Path:
        """Where a folder is made."""
        return self.path.with_name(f"{self.path.name}s")

    @property
    def old(self) -> Path:
        """Where the folder that is replaced may be for a moment."""
        return self.workshop / "old"

    def remove(self) -> None:
        """Removes it with all that belongs to it; a folder that is away comes back first."""
        with suppress(OSError):  # what cannot come back is not removed either
            restored(self.target, old=self.old)
            shutil.rmtree(self.workshop, ignore_errors=True)
            self.path.unlink()


@contextmanager
def part_file(target: Path) -> Iterator[tuple[Part, int]]:
    """A part that becomes the file `target` when the block ends well, and its open handle; else nothing is left.

    What killed processes left for the same target goes first.
    """
    with _owned(target, target.parent) as (part, handle, opened):
        yield part, handle
        if _WINDOWS:  # where an open file cannot be renamed
            opened.close()
        os.replace(part.path, target)


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """A fresh folder that becomes `target` when the block ends well; else nothing is left, and `target` is as it was.

    What killed processes left for the same target goes first.
    """
    # Beside the target, since renaming cannot cross disks; the folder that it is in may have to be made yet.
    beside = next(folder for folder in target.absolute().parents if folder.is_dir())
    with _owned(target, beside) as (part, _, _):
        fresh = part.workshop / "new"
        fresh.mkdir(parents=True)
        yield fresh
        target.parent.mkdir(parents=True, exist_ok=True)
        put_in_place(fresh, target, old=part.old)


@contextmanager
def _owned(target: Path, folder: Path) -> Iterator[tuple[Part, int, ExitStack]]:
    """A part in `folder`, its handle, and what closes that. It is gone at the end, also if a signal brings it."""
    sweep(target, folder)
    while True:
        part = Part(folder / f".{target.name}.{os.urandom(_DIGITS // 2).hex()}.part", target)
        with clearing(part.remove), ExitStack() as opened:
            try:
                handle = os.open(part.path, _OPENED | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            opened.callback(os.close, handle)
            if not _is_ours(handle):
                continue
            try:
                yield part, handle, opened
            finally:
                if _WINDOWS:
                    opened.close()
                part.remove()
            return


def _is_ours(handle: int) -> bool:
    """Locks a new part; False if somebody took it for a dead one's, and removed it."""
    try:
        return locked(handle) and os.fstat(handle).st_nlink > 0
    except NoLocks:
        return True


def sweep(target: Path, folder: Path) -> None:
    """Removes the parts of `target` in `folder` whose writers are dead; what a killed swap left away comes back."""
    before, after = f".{target.name}.", ".part"
    length = len(before) + _DIGITS + len(after)
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in entries if len(each.name) == length]
    except OSError:  # it may be written, but not be listed
        return
    for name in names:
        if name.startswith(before) and name.endswith(after):
            _remove_if_dead(Part(folder / name, target))


def _remove_if_dead(part: Part) -> None:
    with ExitStack() as opened:
        try:
            handle = os.open(part.path, _OPENED)
            opened.callback(os.close, handle)
            is_dead = stat.S_ISREG(os.fstat(handle).st_mode) and locked(handle)
        except (OSError, NoLocks):  # it has gone, or belongs to another user, or that cannot be found out
            return
        if _WINDOWS:
            opened.close()
        if is_dead:
            part.remove()
