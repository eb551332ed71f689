"""Greedy parsing: every step takes the best action of every sentence, on tensors; trees are built at the end."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from rightmost.model.decoder import GraphDecoder, SequenceDecoder
from rightmost.model.heads import ActionScores
from rightmost.tensors.forest import Forest


def greedy_actions(
    decoder: GraphDecoder | SequenceDecoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int]
) -> Tensor:
    """The best action for each word: target, parent label, new label. (words, 3)

    `words` (words, width) are the features of all sentences' words, one sentence after the other.
    """
    count = torch.tensor(lengths, device=words.device)
    first_word = count.cumsum(0) - count
    # Longest first, so that the sentences still to be read are always the first few.
    order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
    forest = Forest.planted(first_word[torch.tensor(order, device=words.device)], words=max(lengths))
    prepared = decoder.prepare(words, positions)
    actions = torch.zeros(len(words), 3, dtype=torch.long, device=words.device)
    for word in range(max(lengths)):
        forest.keep_first(sum(length > word for length in lengths))
        scores = decoder(prepared, forest.states())
        best = best_actions(scores)
        actions[forest.first_word + word] = best
        forest.grow(*best.unbind(1))
    return actions


def best_actions(scores: ActionScores) -> Tensor:
    """The best target, parent label and new label of each state; they are independent given the state. (states, 3)"""
    return torch.stack([part.argmax(dim=1) for part in (scores.target, scores.parent, scores.new)], dim=1)
