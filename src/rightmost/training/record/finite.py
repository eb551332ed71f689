"""Whether the weights that a run is about to save are fit to go on from: they and their loss are finite."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from rightmost.training.distributed import Team
from rightmost.training.record.ledger import NonFiniteLoss


def check_finite(tensors: Mapping[str, Mapping[str, Tensor]], loss: Tensor, *, team: Team, where: str) -> None:
    """Raises unless all the tensors are finite, and the loss that their network gives, in every process.

    `where` is the step that they come from. A step can spoil them although its own loss is finite.
    """
    spoilt = {name: _not_finite(named) for name, named in tensors.items()}
    count = team.summed(torch.tensor(float(sum(spoilt.values())), device=team.device)).item()
    value = team.summed(loss).item()
    if count:
        names = ", ".join(name for name, wrong in spoilt.items() if wrong) or "another process"
        raise NonFiniteLoss(f"{where}: it leaves tensors that hold numbers that are not finite ({names})")
    if not math.isfinite(value):
        raise NonFiniteLoss(f"{where}: the loss is {value} with the weights that it leaves")


def _not_finite(tensors: Mapping[str, Tensor]) -> int:
    """How many of them hold a number that is not finite; asked of the device at once."""
    finite = [tensor.isfinite().all() for tensor in tensors.values() if tensor.is_floating_point()]
    devices = {each.device for each in finite}
    return sum(int((~torch.stack([each for each in finite if each.device == device])).sum()) for device in devices)
