"""The learning rate over a run, as a share of the configured one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rightmost.training.training_config import OptimiserConfig


@dataclass(frozen=True)
class Plateau:
    """How far the learning rate has come down, and how old the best F1 is (the paper's schedule)."""

    share: float = 1.0
    best_f1: float = -1.0
    epochs_since_best: int = 0

    def after(self, f1: float, *, epochs: int, patience: int, factor: float) -> Plateau:
        """The state once `f1` is known, `epochs` epochs after the last one: down by `factor` for a best too old."""
        if f1 > self.best_f1:
            return replace(self, best_f1=f1, epochs_since_best=0)
        age = self.epochs_since_best + epochs
        if age >= patience:
            return replace(self, share=self.share * factor, epochs_since_best=0)
        return replace(self, epochs_since_best=age)


def learning_rate_share(config: OptimiserConfig, *, step: int, done: float, plateau: Plateau) -> float:
    """The share of the learning rate for step `step` (from 0), when the part `done` (0 to 1) of the run is over."""
    warm = min(1.0, (step + 1) / config.warmup_steps) if config.warmup_steps else 1.0
    return warm * _decay(config, done, plateau)


def _decay(config: OptimiserConfig, done: float, plateau: Plateau) -> float:
    if config.schedule == "plateau":
        return plateau.share
    if config.schedule == "linear":
        return 1.0 - done
    if config.schedule == "cosine":
        return 0.5 * (1.0 + math.cos(math.pi * done))
    return 1.0
