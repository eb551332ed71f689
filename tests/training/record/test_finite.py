"""What nobody could go on from is not saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from rightmost.modelfile.folder import load_model
from rightmost.training.distributed import Team
from rightmost.training.record.finite import check_finite
from rightmost.training.record.ledger import NonFiniteLoss
from rightmost.training.run.step import Stepper, Work
from training.runs import ran

ALONE = Team(0, 1, torch.device("cpu"))
GOOD = {"weights": {"a": torch.ones(2), "count": torch.ones(1, dtype=torch.long)}, "average": {"a": torch.zeros(3)}}


def test_what_is_finite_passes() -> None:
    check_finite(GOOD, torch.tensor(1.0), team=ALONE, where="epoch 1, step 2")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_tensor_or_a_loss_that_is_not_finite(value: float) -> None:
    with pytest.raises(NonFiniteLoss) as caught:
        spoilt = {"b": torch.tensor([1.0, value])}
        check_finite({**GOOD, "optimiser": spoilt}, torch.tensor(1.0), team=ALONE, where="epoch 1, step 2")
    assert str(caught.value) == "epoch 1, step 2: it leaves tensors that hold numbers that are not finite (optimiser)"
    with pytest.raises(NonFiniteLoss) as caught:
        check_finite(GOOD, torch.tensor(value), team=ALONE, where="epoch 1, step 2")
    assert str(caught.value) == f"epoch 1, step 2: the loss is {value} with the weights that it leaves"


def spoil(monkeypatch: pytest.MonkeyPatch, *, step: int) -> None:
    """Has the update of a step, counted from 1, go wrong although its loss and gradients are finite."""
    take = Stepper.take

    def spoiling(self: Stepper, work: Work) -> Any:
        taken = take(self, work)
        if work.step == step - 1:
            with torch.no_grad():
                next(self._network.other_parameters()).fill_(float("inf"))
        return taken

    monkeypatch.setattr(Stepper, "take", spoiling)


@pytest.mark.parametrize(("step", "last"), [(10, 9), (9, 6), (5, 3)])  # the last of an epoch, one with a checkpoint
def test_a_blow_up_right_before_a_checkpoint(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, last: int
) -> None:
    spoil(monkeypatch, step=step)
    with pytest.raises(NonFiniteLoss) as caught:
        ran(config, "checkpoint_every=3", "log_every=1", "ema=0.9")
    run = tmp_path / "run"
    kept = run / "checkpoints" / f"step-{last:09}"
    assert f"epoch {1 + (step > 5)}, step {step}: " in str(caught.value)
    assert f"the last good checkpoint is {kept}" in str(caught.value)
    newest = max((run / "checkpoints").iterdir())
    assert newest == kept
    for path in newest.glob("*.safetensors"):
        assert all(tensor.isfinite().all() for tensor in load_file(path).values())
    if step > 5:
        assert f"the last good model {run / 'last'}" in str(caught.value)
        for name in ("best", "last"):
            assert all(tensor.isfinite().all() for tensor in load_model(run / name).state_dict().values())


def test_a_learning_rate_that_throws_the_weights_out_of_bounds(config: Path, tmp_path: Path) -> None:
    with pytest.raises(NonFiniteLoss) as caught:
        ran(config, "optimiser.learning_rate=1e38", "checkpoint_every=1")
    assert str(caught.value).startswith("epoch 1, step 1: ")
    assert "there was no checkpoint yet" in str(caught.value)
    assert not (tmp_path / "run" / "checkpoints").exists()


def test_a_good_run_is_the_same_however_often_it_is_checked(config: Path, tmp_path: Path) -> None:
    for name, every in (("one", 1), ("none", 1000)):
        ran(config, f"checkpoint_every={every}", output=str(tmp_path / name))
    one, other = (load_model(tmp_path / name / "last").state_dict() for name in ("one", "none"))
    assert all(torch.equal(one[name], other[name]) for name in one)
