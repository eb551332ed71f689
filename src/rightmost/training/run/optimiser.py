"""The optimiser, a group of weights for each learning rate, and its state under the weights' names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor
from torch.nn import Parameter
from torch.optim import AdamW, Optimizer, RMSprop

from rightmost.model.network import Network
from rightmost.training.training_config import OptimiserConfig

_LAYER = re.compile(r"\.(?:layer|layers|h|block)\.(\d+)\.")


def build_optimiser(network: Network, config: OptimiserConfig) -> Optimizer:
    """The configured optimiser over every weight that learns; each group's `full_rate` is its whole learning rate."""
    groups: defaultdict[tuple[float, float], list[Parameter]] = defaultdict(list)
    rates = learning_rates(network, config)
    for name, parameter in named_weights(network).items():
        decays = config.name == "rmsprop" or parameter.ndim > 1
        groups[rates[name], config.weight_decay if decays else 0.0].append(parameter)
    listed: list[dict[str, Any]] = [
        {"params": weights, "lr": rate, "full_rate": rate, "weight_decay": decay}
        for (rate, decay), weights in groups.items()
    ]
    if config.name == "rmsprop":
        return RMSprop(listed, lr=config.learning_rate)
    devices = {weight.device.type for weights in groups.values() for weight in weights}
    return AdamW(listed, lr=config.learning_rate, fused=devices <= {"cpu", "cuda"} or None)


def named_weights(network: Network) -> dict[str, Parameter]:
    """The weights that learn, by name."""
    return {name: weight for name, weight in network.named_parameters() if weight.requires_grad}


def learning_rates(network: Network, config: OptimiserConfig) -> dict[str, float]:
    """The whole learning rate of each weight. The encoder's may be its own, and less the lower the layer."""
    encoder = {id(parameter) for parameter in network.encoder_parameters()}
    rate = config.encoder_learning_rate or config.learning_rate
    weights = named_weights(network)
    numbers = {name: int(found[1]) for name in weights if (found := _LAYER.search(name))}
    top = max((number for name, number in numbers.items() if id(weights[name]) in encoder), default=0)
    return {
        name: rate * config.layer_decay ** _depth(name, numbers, top) if id(weight) in encoder else config.learning_rate
        for name, weight in weights.items()
    }


def _depth(name: str, numbers: Mapping[str, int], top: int) -> int:
    """How many layers lie above an encoder's weight: 1 for the last layer's, most for the embeddings, 0 above all."""
    if name in numbers:
        return top - numbers[name] + 1
    return top + 2 if "embed" in name else 0


def set_learning_rate(optimiser: Optimizer, share: float) -> None:
    """Every group at this share of its whole learning rate."""
    for group in optimiser.param_groups:
        group["lr"] = group["full_rate"] * share


def optimiser_tensors(optimiser: Optimizer, network: Network) -> dict[str, Tensor]:
    """The optimiser's state, each tensor under `weight's name/kind`."""
    return {
        f"{name}/{kind}": value
        for name, weight in named_weights(network).items()
        for kind, value in optimiser.state[weight].items()
    }


def load_optimiser_tensors(optimiser: Optimizer, network: Network, tensors: Mapping[str, Tensor]) -> None:
    """Puts back what `optimiser_tensors` gave."""
    places = {id(weight): place for place, weight in enumerate(_in_groups(optimiser))}
    state: defaultdict[int, dict[str, Tensor]] = defaultdict(dict)
    weights = named_weights(network)
    for key, value in tensors.items():
        name, _, kind = key.rpartition("/")
        state[places[id(weights[name])]][kind] = value
    optimiser.load_state_dict({"state": dict(state), "param_groups": optimiser.state_dict()["param_groups"]})


def _in_groups(optimiser: Optimizer) -> list[torch.Tensor]:
    return [weight for group in optimiser.param_groups for weight in group["params"]]
