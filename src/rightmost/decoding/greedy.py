"""Greedy parsing: every step takes the best action of every sentence, on tensors; trees are built at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from rightmost.decoding.choice import best_actions, given_actions
from rightmost.decoding.forest import Forest
from rightmost.gpu.fixed import fits_fixed_search, fixed_search_for
from rightmost.model.graph_decoder import GraphDecoder, SequenceDecoder


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
    return start_greedy(decoder, words, positions, lengths=lengths, forced=forced)()


def start_greedy(
    decoder: GraphDecoder | SequenceDecoder,
    words: Tensor,
    positions: Tensor,
    *,
    lengths: Sequence[int],
    forced: Tensor | None = None,
) -> Callable[[], Greedy]:
    """Sends the search on its way; what is returned waits for its result. The CPU does all of it now."""

    def ragged() -> Greedy:
        return ragged_search(decoder, words, positions, lengths=lengths, forced=forced)

    if words.is_cuda and isinstance(decoder, GraphDecoder) and fits_fixed_search(decoder, lengths):
        started = fixed_search_for(decoder, words.device).start(words, positions, lengths=lengths, forced=forced)

        def result() -> Greedy:
            found = started.result()
            return ragged() if found is None else Greedy(*found)

        return result
    found = ragged()
    return lambda: found


def ragged_search(
    decoder: GraphDecoder | SequenceDecoder,
    words: Tensor,
    positions: Tensor,
    *,
    lengths: Sequence[int],
    forced: Tensor | None = None,
) -> Greedy:
    """Greedy search in steps as large as the trees are; their sizes are asked for at every step."""
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
        forest.grow(taken)
    return Greedy(actions, log_probabilities)
