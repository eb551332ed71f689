"""The result of a run: `result.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rightmost.evaluation.summary import RESULT
from rightmost.files import written_atomically
from rightmost.training.record.development import Figures


@dataclass(frozen=True)
class Result:
    """The best model's figures, by file."""

    seed: int
    best_epoch: int
    seconds: float
    dev: Mapping[str, Figures]
    test: Mapping[str, Figures]

    def write(self, folder: Path) -> None:
        """Writes result.json."""
        with written_atomically(folder / RESULT) as stream:
            stream.write(json.dumps(asdict(self), indent=2) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Result | None:
        """The result in `folder`; None if there is none, or it is damaged."""
        try:
            written: Mapping[str, Any] = json.loads((folder / RESULT).read_text(encoding="utf-8"))
            return cls(
                seed=written["seed"],
                best_epoch=written["best_epoch"],
                seconds=written["seconds"],
                dev={path: Figures(**figures) for path, figures in written["dev"].items()},
                test={path: Figures(**figures) for path, figures in written["test"].items()},
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
