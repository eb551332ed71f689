"""Beam search on tensors: the best few action sequences of every sentence side by side.

Every tree is extended at its best K targets, K being the size of the beam. The labels of an action are independent of
each other; so one whose labels have ranks b and c (from 1) at its target has at least b * c actions as good as it,
itself included, and the best K lie among those with b * c <= K. Where labels are independent of the target, of rank a,
as well, the best K lie among those with a * b * c <= K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from rightmost.model.decoder import GraphDecoder, SequenceDecoder
from rightmost.model.heads import NEVER, ActionScores
from rightmost.tensors.forest import Forest
from rightmost.tensors.history import Numbers


@dataclass(frozen=True)
class Beam:
    """The best action sequences of one sentence, best first."""

    actions: Numbers  # (sequences, words, 3) target, parent label, new label
    log_probabilities: list[float]


def ragged_beam_search(
    decoder: GraphDecoder | SequenceDecoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], beam: int
) -> list[Beam]:
    """Each sentence's best `beam` action sequences, or all there are, by keeping the best after every word.

    `words` (words, width) are the features of all sentences' words, one sentence after the other.
    """
    count = torch.tensor(lengths, device=words.device)
    order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
    first_word = (count.cumsum(0) - count)[torch.tensor(order, device=words.device)]
    forest = Forest.planted(first_word.repeat_interleave(beam), words=max(lengths), levels=decoder.levels)
    total = torch.full((len(lengths), beam), NEVER, device=words.device)
    total[:, 0] = 0.0  # one empty tree; the other places hold nothing yet
    prepared = decoder.prepare(words, positions)
    ranks = torch.tensor(rank_triples(beam, decoder.labels_given_target), device=words.device)  # (triples, 3)
    steps: list[tuple[Tensor, Tensor]] = []
    for word in range(max(lengths)):
        going = sum(length > word for length in lengths)
        forest.keep_first(going * beam)
        scores = decoder(prepared, forest.states())
        total[:going], came_from, actions = extended(scores, total[:going], ranks)
        rows = torch.arange(going, device=words.device)[:, None] * beam + came_from
        forest.select(rows.flatten())
        forest.grow(actions.flatten(0, 1))
        steps.append((came_from, actions))
    return traced(steps, total, lengths=lengths, order=order)


def extended(scores: ActionScores, total: Tensor, ranks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The best extensions: their scores, which tree each extends, and its action. (sentences, beam [, 3])

    `ranks` (triples, 3) are `rank_triples(beam, ...)`.
    """
    sentences, beam = total.shape
    target, targets = _best(scores.target, beam)
    (parent, parents), (new, news) = (
        _best(part, beam) for part in scores.labels_at(targets[:, : scores.target.shape[1]])
    )
    of_target, of_parent, of_new = ranks.unbind(1)
    labelled = of_target.clamp(max=parent.shape[1] - 1)  # one for all targets, where labels are independent of them
    extensions = target[:, of_target] + parent[:, labelled, of_parent] + new[:, labelled, of_new]
    best, place = (extensions + total.flatten()[:, None]).view(sentences, -1).topk(beam, dim=1)
    came_from, triple = place // len(ranks), place % len(ranks)
    row = torch.arange(sentences, device=total.device)[:, None] * beam + came_from
    at = labelled[triple]
    chosen = targets[row, of_target[triple]], parents[row, at, of_parent[triple]], news[row, at, of_new[triple]]
    actions = torch.stack(chosen, dim=2)
    # A legal action in any state, where there is none to take: attach to the root under the first label.
    is_label = torch.arange(3, device=total.device) == 1
    return best, came_from, torch.where(best[:, :, None] == NEVER, is_label.long(), actions)


def _best(scores: Tensor, beam: int) -> tuple[Tensor, Tensor]:
    """The best choices of one part and their log-probabilities, padded with impossible ones. (states, ..., beam)"""
    value, choice = scores.float().log_softmax(dim=-1).topk(min(beam, scores.shape[-1]), dim=-1)
    missing = beam - value.shape[-1]
    return (
        torch.nn.functional.pad(value, (0, missing), value=NEVER),
        torch.nn.functional.pad(choice, (0, missing), value=0),
    )


def rank_triples(most: int, labels_given_target: bool) -> list[tuple[int, int, int]]:
    """All triples of ranks, from 0, among which the best `most` actions lie.

    >>> rank_triples(2, labels_given_target=False)
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    >>> rank_triples(2, labels_given_target=True)
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    """
    return [
        (a - 1, b - 1, c - 1)
        for a in range(1, most + 1)
        for left in [most if labels_given_target else most // a]
        for b in range(1, left + 1)
        for c in range(1, left // b + 1)
    ]


def traced(
    steps: Sequence[tuple[Tensor, Tensor]], total: Tensor, *, lengths: Sequence[int], order: Sequence[int]
) -> list[Beam]:
    """The action sequences that the last step's trees came by; `order` has the sentences longest first, as steps do."""
    sentences, beam = total.shape
    place = np.tile(np.arange(beam), (sentences, 1))
    row = np.arange(sentences)[:, None]
    actions = np.zeros((sentences, beam, max(lengths), 3), dtype=np.int32)
    for word in reversed(range(len(steps))):
        came_from, taken = (tensor.cpu().numpy() for tensor in steps[word])
        going = len(came_from)
        here = place[:going]
        actions[:going, :, word] = taken[row[:going], here]
        place[:going] = came_from[row[:going], here]
    log_probabilities = total.cpu().numpy()
    real = (log_probabilities > NEVER).sum(1).tolist()  # best first: those that hold nothing are the last
    values = log_probabilities.tolist()
    rows = np.argsort(np.array(order)).tolist()
    return [Beam(actions[row, : real[row], :length], values[row][: real[row]]) for row, length in zip(rows, lengths)]
