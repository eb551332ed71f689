"""Beam search under constraints: a sentence at a time, its actions chosen among all that the rules allow.

All targets are looked at, where free search looks at a tree's best K, K being the size of the beam. If labels depend on
the target (`labels_given_target`) and a chain is longer than K, the best action may be at none of those. So with a beam
of 1 or 2, and seldom with a wider one, a constraint that says nothing may change the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from operator import itemgetter

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.beam import Beam
from rightmost.decoding.constraints import Chain, Names, Rules
from rightmost.decoding.forest import Forest
from rightmost.model.action_head import NEVER
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder
from rightmost.model.vocabulary import NO_LABEL

Triple = tuple[int, int, int]
Numbered = tuple[int, float]  # a label's number and log-probability


def constrained_search(
    decoder: GraphDecoder | SequenceDecoder, words: Tensor, positions: Tensor, *, rules: Rules, beam: int
) -> Beam:
    """The sentence's best `beam` action sequences that obey the rules. `words` (words, width) are its features."""
    forest = Forest.planted(
        torch.zeros(1, dtype=torch.long, device=words.device), words=len(words), levels=decoder.levels
    )
    prepared = decoder.prepare(words, positions)
    found: list[tuple[float, Chain, list[Triple]]] = [(0.0, (), [])]
    for word in range(len(words)):
        scores = decoder(prepared, forest.states())
        places = torch.arange(scores.target.shape[1], device=words.device).expand_as(scores.target)
        parts = (scores.target, *scores.labels_at(places))
        values = list(zip(*(part.float().log_softmax(dim=-1).tolist() for part in parts)))  # of each state
        extended = [
            (total + value, chain, [*actions, action], place)
            for place, (total, before, actions) in enumerate(found)
            for value, chain, action in _allowed(rules, before, word, *values[place], most=beam)
        ]
        best = nlargest(beam, extended, key=itemgetter(0))
        found = [(total, chain, actions) for total, chain, actions, _ in best]
        forest.select(torch.tensor([place for *_, place in best], device=words.device))
        taken = torch.tensor([actions[-1] for _, _, actions in found], device=words.device)
        forest.grow(taken)
    actions = np.array([actions for _, _, actions in found], dtype=np.int32)
    return Beam(actions.reshape(-1, len(words), 3), [total for total, _, _ in found])


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
                        if value > NEVER:
                            yield value, after, (target, parent, new)


def _best_of_each_kind(rules: Rules, scores: list[float], most: int) -> list[tuple[Names | None, list[Numbered]]]:
    """For no label, and for each kind that the rules tell apart, its best labels."""
    kinds: list[tuple[Names | None, list[Numbered]]] = [(None, [(NO_LABEL, scores[NO_LABEL])])]
    for names, numbers in rules.kinds.items():
        kinds.append((names, nlargest(most, ((number, scores[number]) for number in numbers), key=itemgetter(1))))
    return kinds
