from __future__ import annotations

import pytest

from rightmost.training.run.schedule import Plateau, learning_rate_share
from rightmost.training.training_config import OptimiserConfig


def share(schedule, *, step=1000, done=0.0, warmup=0, plateau=None):
    config = OptimiserConfig(learning_rate=1e-3, schedule=schedule, warmup_steps=warmup)
    return learning_rate_share(config, step=step, done=done, plateau=plateau or Plateau())


def test_warm_up_is_linear():
    assert [share("constant", step=step, warmup=4) for step in range(6)] == [0.25, 0.5, 0.75, 1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("schedule", "shares"), [("linear", [1.0, 0.5, 0.0]), ("cosine", [1.0, 0.5, 0.0]), ("constant", [1.0, 1.0, 1.0])]
)
def test_decay_over_the_run(schedule, shares):
    assert [share(schedule, done=done) for done in (0.0, 0.5, 1.0)] == pytest.approx(shares)


def test_halved_when_the_best_is_five_epochs_old():
    state = Plateau()
    shares = []
    for f1 in [90, 91, 91, 90, 89, 91, 90, 92, 90, 90, 90, 90, 90]:
        state = state.after(f1, epochs=1, patience=5, factor=0.5)
        shares.append(state.share)
    assert shares == [1, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25]
    assert share("plateau", plateau=state) == 0.25
    assert share("plateau", step=0, warmup=2, plateau=state) == 0.125
    assert state.best_f1 == 92


def test_epochs_without_figures_count():
    state = Plateau().after(90, epochs=2, patience=5, factor=0.5)
    for expected in (1.0, 1.0, 0.5):
        state = state.after(90, epochs=2, patience=5, factor=0.5)
        assert state.share == expected
