"""The scores of an attach-juxtapose action's three parts, and the actions that are best by them.

A beam extends every tree at its best K targets, K being the size of the beam. Let a place be a tree and a target. Of
all places of a sentence only the K whose best action is best need be looked at. The labels of an action are independent
of each other. So an action at the place of rank a (from 1), with labels of ranks b and c there, has at least
a - 1 + b * c actions as good as it, itself included. The best K lie among those with a - 1 + b * c <= K.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor
from torch.nn import functional as F

from rightmost.model.vocabulary import NO_LABEL

IMPOSSIBLE = float("-inf")

Labels = tuple[Tensor, Tensor]  # the parent's and the new one's scores


@dataclass(frozen=True)
class ActionScores:
    """Unnormalised log-probabilities of an action's parts. The two labels are independent of each other."""

    target: Tensor  # (states, longest chain), -inf after a chain's end
    labels_at: Callable[[Tensor], Labels]  # given targets (states, n): (states, n, labels + 1), 1 for n if all the same

    @classmethod
    def independent(cls, target: Tensor, parent: Tensor, new: Tensor) -> ActionScores:
        """Of labels that are the same for all targets. (states, labels + 1)"""
        return cls(target, lambda _: (parent[:, None], new[:, None]))

    def labels(self, target: Tensor) -> Labels:
        """Given one target of each state. (states, labels + 1)"""
        parent, new = self.labels_at(target[:, None])
        return parent[:, 0], new[:, 0]

    def masked(self, is_first: Tensor | None) -> ActionScores:
        """The first word must have a parent label and can have no new one: the only mask the system ever needs."""
        if is_first is None:
            return self

        def labels_at(targets: Tensor) -> Labels:
            parent, new = self.labels_at(targets)
            none = torch.arange(parent.shape[-1], device=parent.device) == NO_LABEL
            first = is_first[:, None, None]
            first_and_none = first & none
            return parent.masked_fill(first_and_none, IMPOSSIBLE), new.masked_fill(first ^ first_and_none, IMPOSSIBLE)

        return ActionScores(self.target, labels_at)

    def best(self) -> tuple[Tensor, Tensor]:
        """The best target of each state, the best labels there, and their log-probability. (states, 3), (states,)"""
        target = self.target.float().log_softmax(dim=1).max(dim=1)
        parent, new = (part.float().log_softmax(dim=1).max(dim=1) for part in self.labels(target.indices))
        actions = torch.stack([target.indices, parent.indices, new.indices], dim=1)
        return actions, target.values + parent.values + new.values

    def given(self, actions: Tensor) -> Tensor:
        """The log-probabilities of these actions (states, 3). (states,)"""
        parts = (self.target, *self.labels(actions[:, 0]))
        values = [part.float().log_softmax(dim=1).gather(1, actions[:, [number]]) for number, part in enumerate(parts)]
        return torch.cat(values, dim=1).sum(1)

    def extended(self, total: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The best extensions of each beam: their scores, which tree each extends, and its action.

        `total` (sentences, beam) are the scores of the trees that are extended; the results are (sentences, beam) and
        (sentences, beam, 3).
        """
        sentences, beam = total.shape
        target, targets = self.target.float().log_softmax(dim=1).topk(min(beam, self.target.shape[1]), dim=1)
        targets = targets.masked_fill(target == IMPOSSIBLE, 0)  # after a chain's end there may be no numbers at all
        parent, new = (part.float().log_softmax(dim=2) for part in self.labels_at(targets))
        at_target = total.flatten()[:, None] + target
        place = (at_target + parent.amax(dim=2) + new.amax(dim=2)).view(sentences, -1).topk(beam, dim=1).indices
        tree, rank = place // target.shape[1], place % target.shape[1]  # of each place: (sentences, beam)
        row = torch.arange(sentences, device=total.device)[:, None] * beam + tree
        labelled = rank.clamp(max=parent.shape[1] - 1)  # labels are the same at all targets, or differ
        (parent, parents), (new, news) = (_best(part[row, labelled], beam) for part in (parent, new))
        of_place, of_parent, of_new = _rank_triples_on(total.device, beam).unbind(1)
        extensions = at_target[row, rank][:, of_place] + parent[:, of_place, of_parent] + new[:, of_place, of_new]
        best, triple = extensions.topk(beam, dim=1)
        chosen = of_place[triple]
        at = torch.arange(sentences, device=total.device)[:, None], chosen
        labels = parents[(*at, of_parent[triple])], news[(*at, of_new[triple])]
        actions = torch.stack([targets[row, rank].gather(1, chosen), *labels], dim=2)
        # A legal action in any state, where there is none to take: attach to the root under the first label.
        is_label = torch.arange(3, device=total.device) == 1
        actions = torch.where(best[:, :, None] == IMPOSSIBLE, is_label.long(), actions)
        return best, tree.gather(1, chosen), actions


def both_labels(both: Tensor) -> Labels:
    """The two labels' scores, which stand side by side so that a new label adds rows at the end."""
    parent, new = both.unflatten(-1, (-1, 2)).unbind(-1)
    return parent, new


def rank_triples(most: int) -> list[tuple[int, int, int]]:
    """All triples of ranks, from 0, of a place, a parent and a new label, among which the best `most` actions lie.

    >>> rank_triples(2)
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    return [
        (place, b - 1, c - 1)
        for place in range(most)
        for b in range(1, most - place + 1)
        for c in range(1, (most - place) // b + 1)
    ]


@lru_cache(maxsize=8)
def _rank_triples_on(device: torch.device, most: int) -> Tensor:
    """The same as a tensor, which stays where it is: a recorded step on a GPU reads it again. (triples, 3)"""
    with torch.inference_mode(False):
        return torch.tensor(rank_triples(most), device=device)


def _best(scores: Tensor, beam: int) -> tuple[Tensor, Tensor]:
    """The best scores and what they are of, padded with impossible ones. (..., beam)"""
    value, choice = scores.topk(min(beam, scores.shape[-1]), dim=-1)
    missing = beam - value.shape[-1]
    return F.pad(value, (0, missing), value=IMPOSSIBLE), F.pad(choice, (0, missing), value=0)
