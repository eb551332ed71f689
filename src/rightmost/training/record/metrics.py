"""metrics.jsonl: a line for every few steps and for every epoch, none of them twice however often a run is resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = "metrics.jsonl"


class Metrics:
    """A file that only grows, but for `cut_to`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def add(self, kind: str, values: Mapping[str, Any]) -> None:
        """Writes one line."""
        with self.path.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(json.dumps({"kind": kind, **values}) + "\n")

    def settle(self) -> int:
        """Writes everything to disk; returns how many bytes that is."""
        with self.path.open("ab") as stream:
            os.fsync(stream.fileno())
            return stream.tell()

    def cut_to(self, size: int) -> None:
        """Drops what was written after the first `size` bytes: steps that will be taken again."""
        if self.path.exists() and self.path.stat().st_size > size:
            os.truncate(self.path, size)

    def rows(self) -> list[dict[str, Any]]:
        """All the lines."""
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]
