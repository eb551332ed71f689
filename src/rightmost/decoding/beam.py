"""Beam search on tensors: the best few action sequences of every sentence side by side.

Every tree is extended at its best K targets, K being the size of the beam. Let a place be a tree and a target. Of all
places of a sentence only the K whose best action is best need be looked at; and since the labels of an action are
independent of each other, one at the place of rank a (from 1), with labels of ranks b and c there, has at least
a - 1 + b * c actions as good as it, itself included. The best K lie among those with a - 1 + b * c <= K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.forest import Forest
from rightmost.model.action_head import NEVER, ActionScores
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder
from rightmost.model.history import Numbers


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
    ranks = torch.tensor(rank_triples(beam), device=words.device)  # (triples, 3)
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

    `ranks` (triples, 3) are `rank_triples(beam)`.
    """
    sentences, beam = total.shape
    target, targets = scores.target.float().log_softmax(dim=1).topk(min(beam, scores.target.shape[1]), dim=1)
    targets = targets.masked_fill(target == NEVER, 0)  # behind a chain's end there may be no numbers at all
    parent, new = (part.float().log_softmax(dim=2) for part in scores.labels_at(targets))
    at_target = total.flatten()[:, None] + target
    place = (at_target + parent.amax(dim=2) + new.amax(dim=2)).view(sentences, -1).topk(beam, dim=1).indices
    tree, rank = place // target.shape[1], place % target.shape[1]  # of each place: (sentences, beam)
    row = torch.arange(sentences, device=total.device)[:, None] * beam + tree
    labelled = rank.clamp(max=parent.shape[1] - 1)  # labels are the same at all targets, or differ
    (parent, parents), (new, news) = (_best(part[row, labelled], beam) for part in (parent, new))
    of_place, of_parent, of_new = ranks.unbind(1)
    extensions = at_target[row, rank][:, of_place] + parent[:, of_place, of_parent] + new[:, of_place, of_new]
    best, triple = extensions.topk(beam, dim=1)
    chosen = of_place[triple]
    at = torch.arange(sentences, device=total.device)[:, None], chosen
    labels = parents[(*at, of_parent[triple])], news[(*at, of_new[triple])]
    actions = torch.stack([targets[row, rank].gather(1, chosen), *labels], dim=2)
    # A legal action in any state, where there is none to take: attach to the root under the first label.
    is_label = torch.arange(3, device=total.device) == 1
    return best, tree.gather(1, chosen), torch.where(best[:, :, None] == NEVER, is_label.long(), actions)


def _best(scores: Tensor, beam: int) -> tuple[Tensor, Tensor]:
    """The best scores and what they are of, padded with impossible ones. (..., beam)"""
    value, choice = scores.topk(min(beam, scores.shape[-1]), dim=-1)
    missing = beam - value.shape[-1]
    return (
        torch.nn.functional.pad(value, (0, missing), value=NEVER),
        torch.nn.functional.pad(choice, (0, missing), value=0),
    )


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
