"""Greedy parsing: every step takes the best action of every sentence, on tensors; trees are built at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.model.decoder import GraphDecoder, SequenceDecoder
from rightmost.model.heads import ActionScores
from rightmost.tensors.forest import Forest


@dataclass(frozen=True)
class Greedy:
    """The actions taken, and how probable each was."""

    actions: Tensor  # (words, 3) target, parent label, new label
    log_probabilities: Tensor  # (words,)


def greedy_search(
    decoder: GraphDecoder | SequenceDecoder,
    words: Tensor,
    positions: Tensor,
    *,
    lengths: Sequence[int],
    forced: Tensor | None = None,
) -> Greedy:
    """The best action for each word, given the best for those before it; or the `forced` ones (words, 3), scored.

    `words` (words, width) are the features of all sentences' words, one sentence after the other.
    """
    count = torch.tensor(lengths, device=words.device)
    first_word = count.cumsum(0) - count
    # Longest first, so that the sentences still to be read are always the first few.
    order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
    forest = Forest.planted(
        first_word[torch.tensor(order, device=words.device)], words=max(lengths), levels=decoder.levels
    )
    prepared = decoder.prepare(words, positions)
    actions = torch.zeros(len(words), 3, dtype=torch.long, device=words.device)
    log_probabilities = torch.zeros(len(words), device=words.device)
    for word in range(max(lengths)):
        forest.keep_first(sum(length > word for length in lengths))
        rows = forest.first_word + word
        scores = decoder(prepared, forest.states())
        taken, log_probability = best_actions(scores) if forced is None else given_actions(scores, forced[rows])
        actions[rows] = taken
        log_probabilities[rows] = log_probability
        forest.grow(*taken.unbind(1))
    return Greedy(actions, log_probabilities)


def best_actions(scores: ActionScores) -> tuple[Tensor, Tensor]:
    """The best action of each state, part by part, and its log-probability. (states, 3), (states,)"""
    best = [part.float().log_softmax(dim=1).max(dim=1) for part in (scores.target, scores.parent, scores.new)]
    log_probability = best[0].values + best[1].values + best[2].values
    return torch.stack([choice for _, choice in best], dim=1), log_probability


def given_actions(scores: ActionScores, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The given actions and their log-probabilities. (states, 3), (states,)"""
    parts = (scores.target, scores.parent, scores.new)
    values = [part.float().log_softmax(dim=1).gather(1, actions[:, [number]]) for number, part in enumerate(parts)]
    return actions, torch.cat(values, dim=1).sum(1)
