"""Beam search in steps of fixed shapes: every sentence has as many trees on the track as its beam holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.beam import Beam, extended, rank_triples, traced
from rightmost.gpu.fixed import FixedSearch, on_their_way, steps_for
from rightmost.gpu.packing import Packing
from rightmost.gpu.track import MOST_WORDS, OnTrees, Shape, Track
from rightmost.model.action_head import NEVER, ActionScores
from rightmost.model.graph_decoder import GraphDecoder
from rightmost.model.neighbourhood import FeatureTable


class OfBeams:
    """Extends the trees of each beam by their best actions, and writes down which came from which."""

    def __init__(self, packer: OnTrees, *, beam: int) -> None:
        self._packer, self._beam = packer, beam
        self.total = torch.empty(0, beam)  # (sentences, beam) log-probabilities
        self.came_from = torch.empty(0)  # (steps, sentences, beam)
        self.actions = torch.empty(0)  # (steps, sentences, beam, 3)
        self._ranks = torch.empty(0)  # (triples, 3)

    def begin(self, sentences: int, device: torch.device) -> None:
        """One empty tree for each sentence; the other places hold nothing yet. Places in memory stay if they can."""
        if sentences > len(self.total) or self.total.device != device:
            self.total = torch.empty(sentences, self._beam, device=device)
            size = (MOST_WORDS, sentences, self._beam)
            self.came_from = torch.zeros(size, dtype=torch.long, device=device)
            self.actions = torch.zeros(*size, 3, dtype=torch.long, device=device)
            self._ranks = torch.tensor(rank_triples(self._beam), device=device)
        self.total.fill_(NEVER)
        self.total[:, 0] = 0.0

    def pack(self, nodes: Tensor, first_word: Tensor, shape: Shape, table: FeatureTable) -> Packing:
        return self._packer.pack(nodes, first_word, shape, table)

    def take(self, track: Track, scores: ActionScores, shape: Shape, row: Tensor) -> None:
        sentences = shape.trees // self._beam
        if shape.is_first:
            scores = scores.masked(torch.ones_like(row, dtype=torch.bool))
        length, total = track.length[: shape.trees], self.total[:sentences]
        best, came_from, actions = extended(scores, total, self._ranks)
        is_going = length.view(sentences, self._beam)[:, :1] > track.word
        total.copy_(torch.where(is_going, best, total))
        self.came_from[:, :sentences].index_copy_(0, track.word[None], came_from[None])
        self.actions[:, :sentences].index_copy_(0, track.word[None], actions[None])

        nodes, chain = track.trees(shape)
        first_tree = torch.arange(0, shape.trees, self._beam, device=nodes.device)[:, None]
        from_tree = (first_tree + came_from).flatten()
        nodes.copy_(nodes.index_select(1, from_tree))
        chain.copy_(chain.index_select(0, from_tree))
        track.grow(actions.flatten(0, 1), shape)


class FixedBeamSearch:
    """Beam search with one decoder and a beam of one size. For one thread at a time."""

    def __init__(self, decoder: GraphDecoder, device: torch.device, *, beam: int) -> None:
        steps, packer = steps_for(device)
        self._on_trees = OfBeams(packer, beam=beam)
        self._search = FixedSearch(decoder, steps, self._on_trees, copies=beam)

    @torch.inference_mode()
    def start(self, words: Tensor, positions: Tensor, *, lengths: Sequence[int]) -> Callable[[], list[Beam] | None]:
        """Sends the search on its way; what is returned waits for its result, as `beam_search` gives it.

        None where a step had too little room.
        """
        order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
        made_for = len(self._on_trees.total)
        self._on_trees.begin(self._search.room_for(len(lengths)), words.device)
        if len(self._on_trees.total) != made_for:
            self._search.forget()
        started = self._search.start(words, positions, lengths=lengths)
        logs, most = self._on_trees, max(lengths)
        logged = on_their_way(logs.came_from[:most], logs.actions[:most], logs.total)  # before the next pool's are

        def result() -> list[Beam] | None:
            if started.result() is None:
                return None
            came_from, actions, total = logged()
            going = (np.array(lengths)[:, None] > np.arange(most)).sum(0).tolist()
            steps = [(came_from[word, :count], actions[word, :count]) for word, count in enumerate(going)]
            return traced(steps, total[: len(lengths)], lengths=lengths, order=order)

        return result


_SEARCHES: WeakKeyDictionary[GraphDecoder, dict[int, FixedBeamSearch]] = WeakKeyDictionary()


def fixed_beam_search_for(decoder: GraphDecoder, device: torch.device, *, beam: int) -> FixedBeamSearch:
    """The decoder's own for that beam, with the graphs it has recorded."""
    searches = _SEARCHES.setdefault(decoder, {})
    if beam not in searches:
        searches.clear()  # one at a time: their tensors are large
        searches[beam] = FixedBeamSearch(decoder, device, beam=beam)
    return searches[beam]
