from __future__ import annotations

from rightmost.training.config_faults import keys_of
from rightmost.training.training_config import TrainingConfig


def test_every_key_is_known():
    keys = set(keys_of(TrainingConfig))
    assert {"seed", "model.encoder", "data.train", "data.train.weight", "optimiser.learning_rate"} <= keys
    assert len(keys) > 40
