"""Beam search under constraints: a sentence at a time, its actions chosen among all that the rules allow.

All targets are looked at, where free search looks at a tree's best K, K being the size of the beam. If labels depend on
the target (`labels_given_target`) and a chain is longer than K, the best action may be at none of those. So with a beam
of 1 or 2, and seldom with a wider one, a constraint that every tree obeys may change the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest
from operator import itemgetter
from typing import cast

import numpy as np
import torch

from rightmost.decoding.constraints import Chain, Names, Rules
from rightmost.decoding.partial_trees import Found, PartialTrees
from rightmost.model.action_scores import IMPOSSIBLE, ActionScores
from rightmost.model.vocabulary import NO_LABEL

Triple = tuple[int, int, int]
Numbered = tuple[int, float]  # a label's number and log-probability


def constrained_search(trees: PartialTrees, rules: Rules, *, beam: int) -> Found:
    """The best `beam` trees of one sentence that obey the rules; `trees` has as many copies of its empty tree."""
    device = trees.total.device
    trees.select(torch.zeros(1, dtype=torch.long, device=device))
    found: list[tuple[float, Chain]] = [(0.0, ())]
    word = 0
    while not trees.finished():
        scores = cast(ActionScores, trees.scores())
        places = torch.arange(scores.target.shape[1], device=device).expand_as(scores.target)
        parts = (scores.target, *scores.labels_at(places))
        values = list(zip(*(part.float().log_softmax(dim=-1).tolist() for part in parts)))  # of each state
        extended = [
            (total + value, value, chain, action, place)
            for place, (total, before) in enumerate(found)
            for value, chain, action in _allowed(rules, before, word, *values[place], most=beam)
        ]
        best = nlargest(beam, extended, key=itemgetter(0))
        found = [(total, chain) for total, _, chain, _, _ in best]
        trees.select(torch.tensor([place for *_, place in best], device=device))
        gained = torch.tensor([value for _, value, *_ in best], device=device)
        trees.grow(torch.tensor([action for *_, action, _ in best], device=device), gained)
        word += 1
    return replace(trees.found(), total=np.array([[total for total, _ in found]]))


def _allowed(
    rules: Rules,
    chain: Chain,
    word: int,
    target_scores: list[float],
    parent_scores: list[list[float]],
    new_scores: list[list[float]],
    *,
    most: int,
) -> Iterator[tuple[float, Chain, Triple]]:
    """Allowed actions, the best `most` of all among them: their log-probability, the chain after, the action.

    The labels' scores are those at each target, or the same at all.
    """
    targets = max(len(chain), 1)
    parents_at = [_best_of_each_kind(rules, scores, most) for scores in parent_scores[:targets]]
    news_at = [_best_of_each_kind(rules, scores, most) for scores in new_scores[:targets]]
    for target in range(targets):
        labels = min(target, len(news_at) - 1)
        parents, news = parents_at[labels], news_at[labels]
        for new_kind, new_labels in news:
            if not chain and new_kind is not None:
                continue
            for parent_kind, parent_labels in parents:
                if not chain and parent_kind is None:
                    continue
                after = rules.after(chain, word, target=target, parent=parent_kind, new=new_kind)
                if after is None:
                    continue
                for new, new_score in new_labels:
                    for parent, parent_score in parent_labels:
                        value = target_scores[target] + parent_score + new_score
                        if value > IMPOSSIBLE:
                            yield value, after, (target, parent, new)


def _best_of_each_kind(rules: Rules, scores: list[float], most: int) -> list[tuple[Names | None, list[Numbered]]]:
    """For no label, and for each kind that the rules tell apart, its best labels."""
    kinds: list[tuple[Names | None, list[Numbered]]] = [(None, [(NO_LABEL, scores[NO_LABEL])])]
    for names, numbers in rules.kinds.items():
        kinds.append((names, nlargest(most, ((number, scores[number]) for number in numbers), key=itemgetter(1))))
    return kinds
