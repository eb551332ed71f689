"""Everything a run leaves in its folder. Of several processes, only the first one writes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from torch import Tensor

from rightmost.errors import UnreadableFile
from rightmost.evaluation.summary import RESULT
from rightmost.model.network import Network
from rightmost.modelfile.folder import save_model
from rightmost.training.record.checkpoint import Checkpoints
from rightmost.training.record.curve import draw_curve
from rightmost.training.record.development import Figures
from rightmost.training.record.ledger import Interval
from rightmost.training.record.metrics import Metrics
from rightmost.training.record.standing import Standing

BEST, LAST = "best", "last"


class Recorder:
    """Metrics, learning curve, checkpoints, and the models `best` and `last`."""

    def __init__(self, folder: Path, *, writes: bool, origin: Mapping[str, Any]) -> None:
        self.folder = folder
        self.metrics = Metrics(folder)
        self.checkpoints = Checkpoints(folder / "checkpoints")
        self.result = folder / RESULT
        self._writes = writes
        self.origin = origin  # what the run is made from: settings and data

    def begin(self, *, metrics_bytes: int) -> None:
        """Makes the folder, and drops metrics of steps that will be taken again, and what an earlier run came to."""
        if not self._writes:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.metrics.cut_to(metrics_bytes)
            self.result.unlink(missing_ok=True)
            for left in (*self.folder.glob(f".{BEST}.*"), *self.folder.glob(f".{LAST}.*")):
                shutil.rmtree(left)  # half a model, of a run that was killed
        except OSError as error:
            raise UnreadableFile(
                f"{self.folder}: cannot be written ({error.strerror or error}); name another with --output"
            ) from None

    def steps(self, interval: Interval, standing: Standing, *, words_per_second: float) -> None:
        """A line for some steps."""
        if self._writes:
            line = {
                "epoch": standing.epoch + 1,
                "step": standing.step,
                "loss": interval.loss,
                **interval.losses,
                "gradient_norm": interval.gradient_norm,
                "learning_rate": interval.learning_rate,
                "words_per_second": round(words_per_second, 1),
            }
            self.metrics.add("step", line)

    def epoch(self, standing: Standing, found: Mapping[str, Figures], *, best: bool) -> None:
        """A line for an epoch that is over, with the development figures if they were taken; and the curve."""
        if not self._writes:
            return
        line: dict[str, Any] = {
            "epoch": standing.epoch,
            "step": standing.step,
            "seconds": round(standing.seconds, 3),
            "learning_rate_share": standing.plateau.share,
        }
        if found:
            line |= asdict(Figures.mean(found.values()))
            line |= {"best": best, "files": {path: asdict(figures) for path, figures in found.items()}}
        self.metrics.add("epoch", line)
        draw_curve(self.metrics.rows(), self.folder)

    def model(self, name: str, network: Network, found: Mapping[str, Figures], *, epoch: int) -> None:
        """The model as it is now, in the folder `name`."""
        if self._writes:
            scores = {path: asdict(figures) for path, figures in found.items()}
            save_model(network, self.folder / name, about={"training": self.origin, "epoch": epoch, "dev": scores})

    def checkpoint(self, tensors: Mapping[str, Mapping[str, Tensor]], standing: Standing) -> None:
        """A checkpoint of the run."""
        if self._writes:
            state = {"standing": standing.to_json(), "metrics_bytes": self.metrics.settle(), "origin": self.origin}
            self.checkpoints.save(tensors, state, step=standing.step)
