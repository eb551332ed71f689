"""Finding a treebank's files: the user may give any of its folders, and the case of names does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from rightmost.errors import CorpusError, UnreadableFile
from rightmost.files import opened_text

LEVELS_UP = 3


def checked_folder(source: Path) -> Path:
    """`source`, which is a folder: anything else is an error that names what it is."""
    kind = kind_of(source)
    if kind == "file":
        raise CorpusError(f"{source}: a file, where the folder of the corpus was expected")
    if kind == "nothing":
        raise CorpusError(f"{source}: no such folder; check the path")
    return source


def kind_of(path: Path) -> Literal["folder", "file", "nothing"]:
    """What there is at `path`."""
    try:
        return "folder" if path.is_dir() else "file" if path.exists() else "nothing"
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be looked at ({error.strerror or error})") from None


def entries(folder: Path, *, hidden: bool = False) -> list[Path]:
    """What a folder holds, by name, without what is hidden unless asked for."""
    try:
        return sorted(path for path in folder.iterdir() if hidden or not path.name.startswith("."))
    except OSError as error:
        raise UnreadableFile(f"{folder}: cannot be listed ({error.strerror or error})") from None


def files_named(folder: Path, suffix: str) -> list[Path]:
    """The files in `folder` that end in `suffix`, in either case, by name."""
    return [path for path in entries(folder) if path.name.lower().endswith(suffix) and path.is_file()]


def files_below(folder: Path, suffix: str) -> list[Path]:
    """The files in `folder` and all folders below it that end in `suffix`, in either case, by name."""
    found: list[Path] = []
    folders = [folder]
    while folders:
        below = entries(folders.pop())
        folders.extend(path for path in below if path.is_dir() and not path.is_symlink())  # a link may lead in circles
        found.extend(path for path in below if path.name.lower().endswith(suffix) and path.is_file())
    return sorted(found)


def descend(folder: Path, path: str) -> Path | None:
    """What lies at `path` (as `parsed/mrg/wsj`) below `folder`, names in either case; None if nothing does."""
    for name in path.split("/") if path else []:
        if not folder.is_dir():
            return None
        here = next((entry for entry in entries(folder) if entry.name.lower() == name.lower()), None)
        if here is None:
            return None
        folder = here
    return folder


def first_below(source: Path, paths: tuple[str, ...], is_it: Callable[[Path], bool]) -> Path | None:
    """The first of `paths` below `source`, or below a folder in it, that is the one looked for."""
    for root in (source, *filter(Path.is_dir, entries(source))):
        for path in paths:
            found = descend(root, path)
            if found is not None and found.is_dir() and is_it(found):
                return found
    return None


def root_with(source: Path, *needed: str) -> Path | None:
    """The folder below which all of `needed` lie: `source`, one in it, or one that it is in."""
    for root in _near(source):
        if all(descend(root, path) is not None for path in needed):
            return root
    return None


def lines_of(path: Path) -> list[str]:
    """The lines of a text file that are not empty."""
    with opened_text(path) as (stream, _):
        return [line.strip() for line in stream if line.strip()]


def _near(source: Path) -> Iterator[Path]:
    yield source
    yield from filter(Path.is_dir, entries(source))
    yield from source.absolute().parents[:LEVELS_UP]
