"""Where a run stands, apart from its weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rightmost.training.record.development import Figures
from rightmost.training.run.schedule import Plateau


@dataclass(frozen=True)
class Standing:
    """What was done, and the best that came of it."""

    epoch: int = 0  # epochs that are over
    index: int = 0  # steps taken in this epoch
    step: int = 0  # steps taken in all
    seconds: float = 0.0
    plateau: Plateau = field(default_factory=Plateau)
    best_epoch: int = 0  # from 1; 0 before there is one
    best: Mapping[str, Figures] = field(default_factory=dict)  # of the best epoch, by development file

    def to_json(self) -> dict[str, Any]:
        """The standing as a checkpoint holds it."""
        return asdict(self)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Standing:
        """What `to_json` gave."""
        return cls(
            epoch=written["epoch"],
            index=written["index"],
            step=written["step"],
            seconds=written["seconds"],
            plateau=Plateau(**written["plateau"]),
            best_epoch=written["best_epoch"],
            best={path: Figures(**figures) for path, figures in written["best"].items()},
        )
