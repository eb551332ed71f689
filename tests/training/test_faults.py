from __future__ import annotations

from rightmost.training.config import TrainingConfig
from rightmost.training.faults import keys_of


def test_every_key_is_known():
    keys = set(keys_of(TrainingConfig))
    assert {"seed", "model.encoder", "data.train", "data.train.weight", "optimiser.learning_rate"} <= keys
    assert len(keys) > 40
