"""A whole pool of sentences parsed greedily on a `Track`: which step has which shape, and CUDA graphs of them.

Sentences stand longest first. As they end, steps go over to fewer trees; as trees grow, to more slots. Each such shape
has room for some number of rows. How many rows there were is written down on the device and read once, at the end: had
a step too little room, the pool is parsed again in the other way (`rightmost.decoding.greedy`), and the next has more.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from rightmost.gpu.packed import Plain, Steps
from rightmost.gpu.track import MOST_WORDS, InTorch, OnTrees, Shape, Track
from rightmost.model.graph_decoder import GraphDecoder

#: Steps for any number of trees, or words, are made for the next of these numbers.
TREES = sorted({*(2**power for power in range(8)), *(32 * times for times in (3, 5, 6, 7)), *range(256, 1 << 16, 128)})
WORDS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 21, 24, 28, 32, 40, 48, 64, 96, MOST_WORDS]
#: Rows a tree, within 0, 1, ... levels of its chain, to begin with: 1.3 times the mean of large trees, English ones.
ROWS_AT_FIRST = (7.0, 17.0, 24.0, 33.0, 46.0)
MANY_TREES = 256  # whose mean says how large trees are
WORDS_STEP = 8192  # room for words comes in such steps
MARGIN = 1.25  # over the most rows a tree that were seen at any step of a shape

Arriving = Callable[[], list[Tensor]]  # waits for tensors that are on their way from the device


@dataclass
class Rooms:
    """How many rows a tree steps should have room for, by the trees' words."""

    levels: int
    seen: dict[int, list[float]] = field(default_factory=dict)

    def capacity(self, trees: int, words: int) -> tuple[int, ...]:
        """For that many trees of up to so many words: a share each, and some more the fewer they are."""
        spread = math.sqrt(trees) * 1.5 * words
        shares = self.seen.get(words) or [_at_first(level) for level in range(self.levels + 1)]
        rows = [min(math.ceil(share * trees + spread), trees * 3 * words) for share in shares]
        rows[0] = min(rows[0], trees * words)
        return tuple([8 * math.ceil(row / 8) for row in rows])

    def learn(self, words: int, rows: Sequence[float], *, is_sure: bool) -> None:
        """Takes in the most rows a tree that a step had, by level; if it is sure, in place of what was guessed."""
        before = self.seen.get(words)
        if before is None and not is_sure:
            before = [_at_first(level) for level in range(self.levels + 1)]
        wanted = [MARGIN * row for row in rows]
        if before is None:
            self.seen[words] = wanted
        elif any(row > share for row, share in zip(rows, before)):
            self.seen[words] = [max(pair) for pair in zip(wanted, before)]


def _at_first(level: int) -> float:
    last = len(ROWS_AT_FIRST) - 1
    return ROWS_AT_FIRST[min(level, last)] + 8.0 * max(0, level - last)


@dataclass(frozen=True)
class Started:
    """A pool whose steps are on their way."""

    found: Arriving  # actions (words, 3), log-probabilities (words,), rows of each step (steps, levels + 1)
    plan: list[tuple[Shape, int]]  # of each step: its shape, and how many trees it had
    rooms: Rooms

    def result(self) -> tuple[Tensor, Tensor] | None:
        """Actions and log-probabilities, as soon as they are there; None if some step had too little room."""
        actions, log_probabilities, counts = self.found()
        seen: list[list[int]] = counts.tolist()
        enough = True
        for (shape, _), rows in zip(self.plan, seen):
            enough &= all(row <= room for row, room in zip(rows, shape.capacity))
        self._learn(seen)
        return (actions, log_probabilities) if enough else None

    def _learn(self, seen: list[list[int]]) -> None:
        most: dict[tuple[int, bool], list[float]] = {}
        for (shape, going), rows in zip(self.plan, seen):
            key = shape.words, going >= MANY_TREES
            before = most.get(key, [0.0] * len(rows))
            most[key] = [max(old, row / going) for old, row in zip(before, rows)]
        for (words, is_sure), shares in most.items():
            self.rooms.learn(words, shares, is_sure=is_sure)


class FixedSearch:
    """Greedy search with one decoder in steps of fixed shapes. For one thread at a time.

    With `copies`, each sentence has that many trees, side by side; what they do is up to `on_trees`.
    """

    def __init__(self, decoder: GraphDecoder, steps: Steps, on_trees: OnTrees, *, copies: int = 1) -> None:
        self._copies = copies
        self._decoder, self._steps, self._on_trees = decoder, steps, on_trees
        self._rooms = Rooms(decoder.levels)
        self._track: Track | None = None
        self._graphs: dict[Shape, torch.cuda.CUDAGraph] = {}
        self._memory: Any = None  # which all graphs share,
        self._beside: torch.cuda.Stream | None = None  # if they are recorded on one stream: its memory is its own
        self._weights: tuple[int, ...] = ()

    @torch.inference_mode()  # always: tensors of one kind could not be changed under the other
    def start(
        self, words: Tensor, positions: Tensor, *, lengths: Sequence[int], forced: Tensor | None = None
    ) -> Started:
        """Sends a pool on its way: sentences of up to MOST_WORDS words, as `greedy_search` takes them."""
        order = sorted(range(len(lengths)), key=lambda sentence: -lengths[sentence])
        count = torch.tensor(lengths)
        first_word = count.cumsum(0) - count
        track = self._laid(words, positions, trees=self._copies * _next(TREES, len(lengths)))
        on_device = torch.stack([first_word, count])[:, order].repeat_interleave(self._copies, dim=1)
        if words.is_cuda:
            on_device = on_device.pin_memory().to(words.device, non_blocking=True)
        track.load(self._decoder.prepare(words, positions), *on_device.unbind(0), forced=forced)
        plan = self._plan([lengths[sentence] for sentence in order], is_forced=forced is not None)
        for shape, _ in plan:
            self._run(track, shape)
        return self._started(track, plan, words=len(words))

    def room_for(self, sentences: int) -> int:
        """How many sentences a track for that many has room for, or had already."""
        had = len(self._track.length) // self._copies if self._track else 0
        return max(_next(TREES, sentences), had)

    def forget(self) -> None:
        """Drops all graphs: something they use has moved."""
        if self._graphs:
            torch.cuda.current_stream().synchronize()  # they may be under way
        self._graphs.clear()
        self._memory = None

    def _laid(self, words: Tensor, positions: Tensor, *, trees: int) -> Track:
        """A track with room, the same as before where that has; graphs of another track are of no use."""
        weights = tuple([weight.data_ptr() for weight in self._decoder.parameters()])
        if self._track is None or not self._track.fits(trees=trees, words=len(words)) or weights != self._weights:
            self.forget()
            known = self._track
            trees = max(trees, len(known.length) if known else 0)
            room = max(len(words), len(known.actions) - 1 if known else 0)
            self._track = None  # gone before the next is laid
            del known
            prepared = self._decoder.prepare(words[:1], positions)
            room = WORDS_STEP * math.ceil(room / WORDS_STEP)
            self._track = Track.laid(prepared, trees=trees, words=room, levels=self._decoder.levels)
            self._weights = weights
        return self._track

    def _plan(self, lengths: Sequence[int], *, is_forced: bool) -> list[tuple[Shape, int]]:
        """The shape of every step, and how many trees it has; `lengths` longest first."""
        plan = []
        going = len(lengths)
        for word in range(lengths[0]):
            while lengths[going - 1] <= word:
                going -= 1
            trees, words = self._copies * _next(TREES, going), _next(WORDS, word + 1)
            capacity = self._rooms.capacity(trees, words)
            plan.append((Shape(trees, words, capacity, word == 0, is_forced), self._copies * going))
        return plan

    def _run(self, track: Track, shape: Shape) -> None:
        """Takes the step: from its graph, or as it is, and makes its graph."""
        graph = self._graphs.get(shape)
        if graph is not None:
            graph.replay()
            return
        track.step(self._decoder, shape, steps=self._steps, on_trees=self._on_trees)
        if track.nodes.is_cuda:
            self._graphs[shape] = self._recorded(track, shape)

    def _recorded(self, track: Track, shape: Shape) -> torch.cuda.CUDAGraph:
        """The step as a graph, in the memory of those before it: no two run at once."""
        graph = torch.cuda.CUDAGraph()
        if self._memory is None:
            self._memory = torch.cuda.graph_pool_handle()
        if self._beside is None:
            self._beside = torch.cuda.Stream()
        beside = self._beside
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            graph.capture_begin(self._memory, capture_error_mode="thread_local")
            try:
                track.step(self._decoder, shape, steps=self._steps, on_trees=self._on_trees)
            finally:
                graph.capture_end()
        torch.cuda.current_stream().wait_stream(beside)
        return graph

    def _started(self, track: Track, plan: list[tuple[Shape, int]], *, words: int) -> Started:
        found = on_their_way(track.actions[:words], track.log_probabilities[:words], track.counts[: len(plan)])
        return Started(found, plan=plan, rooms=self._rooms)


_SEARCHES: WeakKeyDictionary[GraphDecoder, FixedSearch] = WeakKeyDictionary()


def on_their_way(*tensors: Tensor) -> Arriving:
    """Sends tensors to the CPU as they now are; what is returned waits for them."""
    if not tensors[0].is_cuda:
        here = [tensor.clone() for tensor in tensors]
        return lambda: here
    here = [torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True) for tensor in tensors]
    for arriving, tensor in zip(here, tensors):
        arriving.copy_(tensor, non_blocking=True)
    done = torch.cuda.Event()
    done.record()

    def wait() -> list[Tensor]:
        done.synchronize()
        return here

    return wait


def fixed_search_for(decoder: GraphDecoder, device: torch.device) -> FixedSearch:
    """The decoder's own, with the graphs it has recorded."""
    if decoder not in _SEARCHES:
        _SEARCHES[decoder] = FixedSearch(decoder, *steps_for(device))
    return _SEARCHES[decoder]


def steps_for(device: torch.device) -> tuple[Steps, OnTrees]:
    """The fastest there are."""
    if device.type == "cuda" and find_spec("triton") is not None:
        from rightmost.gpu.layer_kernels import Fused
        from rightmost.gpu.tree_kernels import InKernels

        return Fused(), InKernels()
    return Plain(), InTorch()


def fits_fixed_search(decoder: GraphDecoder, lengths: Sequence[int]) -> bool:
    """Whether sentences of these lengths can be parsed so: none is too long for what steps provide for.

    Not under autocast: it keeps copies of weights for itself, and a graph would go on reading where they were.
    """
    if torch.is_autocast_enabled("cuda"):
        return False
    return max(lengths) <= min(MOST_WORDS, decoder.features.rows.positions)


def _next(numbers: Sequence[int], least: int) -> int:
    return numbers[bisect_left(numbers, least)]
