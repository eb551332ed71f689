"""One action of one tree, seen among all that could have been taken."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.model.action_scores import IMPOSSIBLE, ActionScores

Triple = tuple[int, int, int]  # target, parent label, new label

BITS = 1 / math.log(2)


@dataclass(frozen=True)
class Choice:
    """What the model thought of an action when it was taken, and of the best few."""

    best: tuple[tuple[Triple, float], ...]  # actions and their probabilities, best first
    surprisal: tuple[float, float, float]  # of target, parent and new label, in bits; the labels' given the target
    entropy: tuple[float, float, float]  # of the same three, in bits

    @classmethod
    def of(cls, scores: ActionScores, tree: int, action: Triple, *, most: int) -> Choice:
        """The choice of that action for tree number `tree` of those that are scored."""
        every = scores.target.shape[0]
        target = scores.target[tree].float().log_softmax(dim=0)
        value, targets = target.topk(min(most, len(target)))
        targets = torch.cat([torch.tensor([action[0]], device=targets.device), targets])
        targets = targets.masked_fill(target[targets] == IMPOSSIBLE, 0)  # after the chain's end
        labels = [
            part[tree].float().log_softmax(dim=-1).expand(len(targets), -1)
            for part in scores.labels_at(targets.expand(every, -1))
        ]
        chosen = (target, labels[0][0], labels[1][0])
        return cls(
            best=tuple(_best(value, targets[1:], [part[1:] for part in labels], most)),
            surprisal=tuple(max(0.0, -float(part[number])) * BITS for part, number in zip(chosen, action)),  # type: ignore[arg-type]
            entropy=tuple(map(_entropy, chosen)),  # type: ignore[arg-type]
        )


def _best(value: Tensor, targets: Tensor, labels: list[Tensor], most: int) -> list[tuple[Triple, float]]:
    """The best actions at those targets (n,) of those log-probabilities; labels (n, labels + 1) are theirs."""
    (parent, parents), (new, news) = (part.topk(min(most, part.shape[1]), dim=1) for part in labels)
    total = value[:, None, None] + parent[:, :, None] + new[:, None, :]
    found, places = total.flatten().topk(min(most, total.numel()))
    at, of_parent, of_new = (part.tolist() for part in torch.unravel_index(places, total.shape))
    return [
        ((int(targets[row]), int(parents[row, first]), int(news[row, second])), math.exp(log_probability))
        for row, first, second, log_probability in zip(at, of_parent, of_new, found.tolist())
        if log_probability > IMPOSSIBLE
    ]


def _entropy(values: Tensor) -> float:
    """Of a distribution given by its log-probabilities, in bits."""
    possible = values[values > IMPOSSIBLE]
    return max(0.0, -float((possible.exp() * possible).sum()) * BITS)
