"""A folder of prepared trees that appears whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from rightmost.corpora.corpus import Placed
from rightmost.corpora.folders import entries, kind_of
from rightmost.corpora.manifest import FILE, SplitFile
from rightmost.errors import BadUsage, UnreadableFile
from rightmost.lock import held
from rightmost.part import replaced_folder
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Tree


def check_free(out: Path, *, splits: Iterable[str], force: bool) -> None:
    """Refuses an `out` that holds anything, except, with `force`, what `prepare` itself once wrote there."""
    kind = kind_of(out)
    if kind == "file":
        raise BadUsage(f"{out}: a file, where the output folder was expected; name another")
    held = [path.name for path in entries(out, hidden=True)] if kind == "folder" else []
    if held and not force:
        raise BadUsage(f"{out}: not empty (it holds {held[0]}); name another folder, or replace it with --force")
    own = {FILE, *map(file_name, splits)} if FILE in held else set()
    foreign = [name for name in held if name not in own]
    if foreign:  # --force must never cost a user's own files
        raise BadUsage(
            f"{out}: holds {foreign[0]}, which prepare did not write; --force will not delete it: name another folder"
        )


def file_name(split: str) -> str:
    """The name of a split's file."""
    return f"{split}.txt"


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Raises if another process prepares `out`; none can begin to within the block."""
    out = out.resolve()
    try:
        # Beside `out`, which may have to be made yet, as may the folder that it is in.
        beside = next(folder for folder in out.parents if folder.is_dir())
    except OSError as error:
        raise _unwritable(out, error) from None
    with held(beside / f".{'-'.join(out.relative_to(beside).parts)}.lock", of=out):
        yield


@contextmanager
def prepared_folder(out: Path) -> Iterator[Path]:
    """A fresh folder that becomes `out` when the block ends well; else nothing is left, and `out` is as it was."""
    out = out.resolve()
    try:
        with replaced_folder(out) as fresh:
            yield fresh
    except OSError as error:
        raise _unwritable(out, error) from None


def write_splits(placed: Iterable[Placed], folder: Path, splits: Iterable[str]) -> tuple[dict[str, SplitFile], int]:
    """Writes each split's trees, one a line under `TOP`; returns what was written, and how many trees were skipped."""
    skipped = 0
    with ExitStack() as stack:
        writers = {split: _Writer(stack.enter_context(_opened(folder / file_name(split)))) for split in splits}
        for split, tree in placed:
            if tree is None:
                skipped += 1
            else:
                writers[split].write(tree)
    return {split: writer.summary(file_name(split)) for split, writer in writers.items()}, skipped


class _Writer:
    """One file being written, and its checksum and counts for the manifest."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.hash = hashlib.sha256()
        self.trees = 0
        self.words = 0

    def write(self, tree: Tree) -> None:
        line = f"{with_wrapper(tree)}\n"
        self.stream.write(line)
        self.hash.update(line.encode())
        self.trees += 1
        self.words += len(tree.leaves)

    def summary(self, file: str) -> SplitFile:
        return SplitFile(file, self.trees, self.words, self.hash.hexdigest())


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


def _unwritable(out: Path, error: OSError) -> UnreadableFile:
    return UnreadableFile(f"{out}: cannot be written ({error.strerror or error}); name another folder")
