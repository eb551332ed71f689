"""What a prepared corpus consists of: `manifest.json` beside its files. The same source gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

FILE = "manifest.json"


@dataclass(frozen=True)
class SplitFile:
    """One file of trees, one a line."""

    file: str
    trees: int
    words: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """Where a prepared corpus comes from, and its files."""

    corpus: str
    rightmost: str  # the version that wrote it
    source_files: int
    skipped_trees: int  # those that held nothing but empty elements
    warnings: tuple[str, ...]  # why it is not the whole corpus
    splits: Mapping[str, SplitFile]

    def to_json(self) -> str:
        """The manifest as it is written."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"


def installed_version() -> str:
    """The version of Rightmost that is running."""
    try:
        return version("rightmost")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "unknown"
