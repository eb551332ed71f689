"""Pools of sentences run through a policy in steps of fixed shapes, each recorded once as a CUDA graph and replayed.

Sentences stand longest first. As they end, steps go over to fewer trees; as trees grow, to more slots. Each such shape
has room for some number of rows. How many rows there were is written down on the device and read once, at the end. If
a step had too little room, the pool is parsed again in ragged steps, and the next pool has more room. The steps run on
any device; recording alone needs CUDA.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, cast

import torch
from torch import Tensor

from rightmost.decoding.engine import RaggedEngine
from rightmost.decoding.lengths import longest_first
from rightmost.decoding.partial_trees import Found, Policy
from rightmost.gpu.fixed_trees import MOST_WORDS, FixedTrees, InTorch, OnTrees, StepShape, sent
from rightmost.gpu.packed_scores import Plain, Steps
from rightmost.limits import (
    PIECES_AT_ONCE_ON_A_GPU,
    POOL_STEP,
    SEARCHES_KEPT,
    SENTENCES_AT_ONCE_ON_A_GPU,
    SMALL_POOL,
    TREES_AT_ONCE_ON_A_GPU,
)
from rightmost.model.decoder import Decoder
from rightmost.model.graph_decoder import GraphDecoder

#: Steps for any number of trees, or words, are made for the next of these numbers.
TREES = sorted({*(2**power for power in range(8)), *(32 * times for times in (3, 5, 6, 7)), *range(256, 1 << 16, 128)})
WORDS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 21, 24, 28, 32, 40, 48, 64, 96, MOST_WORDS]
#: Rows a tree, within 0, 1, ... levels of its chain, to begin with: 1.3 times the mean of large trees, English ones.
ROWS_AT_FIRST = (7.0, 17.0, 24.0, 33.0, 46.0)
MANY_TREES = 256  # whose mean shows how large trees are
WORDS_STEP = 8192  # room for words comes in such steps
MARGIN = 1.25  # over the most rows a tree that were seen at any step of a shape


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


class FixedSearch:
    """One policy with one decoder. For one thread at a time."""

    def __init__(self, decoder: GraphDecoder, policy: Policy, steps: Steps, on_trees: OnTrees) -> None:
        self._decoder, self._policy, self._steps, self._on_trees = decoder, policy, steps, on_trees
        self._rooms = Rooms(decoder.levels)
        self._trees: FixedTrees | None = None
        self._graphs: dict[StepShape, torch.cuda.CUDAGraph] = {}
        self._memory: Any = None  # which all graphs share,
        self._beside: torch.cuda.Stream | None = None  # if they are recorded on one stream: its memory is its own
        self._weights: tuple[int, ...] = ()

    @torch.inference_mode()  # always: tensors of one kind could not be changed under the other
    def start(self, words: Tensor, positions: Tensor, *, lengths: Sequence[int]) -> Callable[[], Found | None]:
        """Sends a pool on its way, of sentences of up to MOST_WORDS words; what is returned waits for what was found.

        That is None if some step had too little room.
        """
        trees = self._laid(words, positions, trees=self._policy.copies * _next(TREES, len(lengths)))
        trees.load(words, positions, lengths)
        plan = self._plan(sorted(lengths, reverse=True))
        for shape, _ in plan:
            self._run(trees, shape)
        found, rows = trees.found_later(), sent(trees.counts[: len(plan)])

        def result() -> Found | None:
            return self._policy.valued(found()) if self._had_room(plan, rows()[0].tolist()) else None

        return result

    def _had_room(self, plan: list[tuple[StepShape, int]], seen: list[list[int]]) -> bool:
        """Whether every step had room for the rows it saw, by level; takes in how many there were."""
        most: dict[tuple[int, bool], list[float]] = {}
        for (shape, going), rows in zip(plan, seen):
            key = shape.words, going >= MANY_TREES
            before = most.get(key, [0.0] * len(rows))
            most[key] = [max(old, row / going) for old, row in zip(before, rows)]
        for (words, is_sure), shares in most.items():
            self._rooms.learn(words, shares, is_sure=is_sure)
        return all(row <= room for (shape, _), rows in zip(plan, seen) for row, room in zip(rows, shape.capacity))

    def _laid(self, words: Tensor, positions: Tensor, *, trees: int) -> FixedTrees:
        """Trees with room, the same as before where those have; graphs of others are of no use."""
        weights = tuple([weight.data_ptr() for weight in self._decoder.parameters()])
        known = self._trees
        if known is not None and known.fits(trees=trees, words=len(words)) and weights == self._weights:
            return known
        if self._graphs:
            torch.cuda.current_stream().synchronize()  # they may be under way
        self._graphs.clear()
        self._memory = None
        trees = max(trees, known.room[0] if known else 0)
        room = max(len(words), known.room[1] if known else 0)
        self._trees = known = None  # gone before the next are laid
        self._trees = FixedTrees(
            self._decoder,
            self._decoder.prepare(words[:1], positions),
            trees=trees,
            words=WORDS_STEP * math.ceil(room / WORDS_STEP),
            copies=self._policy.copies,
            steps=self._steps,
            on_trees=self._on_trees,
        )
        self._weights = weights
        return self._trees

    def _plan(self, lengths: Sequence[int]) -> list[tuple[StepShape, int]]:
        """The shape of every step, and how many trees it has; `lengths` longest first."""
        plan = []
        going, copies = len(lengths), self._policy.copies
        for word in range(lengths[0]):
            while lengths[going - 1] <= word:
                going -= 1
            trees, words = copies * _next(TREES, going), _next(WORDS, word + 1)
            capacity = self._rooms.capacity(trees, words)
            plan.append((StepShape(trees, words, capacity, is_first=word == 0), copies * going))
        return plan

    def _run(self, trees: FixedTrees, shape: StepShape) -> None:
        """Takes the step: from its graph, or as it is, and makes its graph."""
        trees.shape = shape
        graph = self._graphs.get(shape)
        if graph is not None:
            graph.replay()
            return
        self._policy.step(trees)
        if trees.nodes.is_cuda:
            self._graphs[shape] = self._recorded(trees)

    def _recorded(self, trees: FixedTrees) -> torch.cuda.CUDAGraph:
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
                self._policy.step(trees)
            finally:
                graph.capture_end()
        torch.cuda.current_stream().wait_stream(beside)
        return graph


class FixedEngine:
    """Runs what it can in steps of fixed shapes, and the rest in ragged ones."""

    pieces_at_once = PIECES_AT_ONCE_ON_A_GPU

    def __init__(self) -> None:
        self._ragged = RaggedEngine()
        self._searches: dict[Decoder, dict[Policy, FixedSearch]] = {}

    def pools(self, lengths: Sequence[int], *, copies: int) -> list[list[int]]:
        """Of ever fewer sentences: the trees of the last are built while the device has nothing more to do."""
        size = max(1, min(SENTENCES_AT_ONCE_ON_A_GPU, TREES_AT_ONCE_ON_A_GPU // copies))
        order = longest_first(lengths)
        long = sum(length > MOST_WORDS for length in lengths)  # in pools of their own: they take ragged steps
        return [*_tapering(order[:long], size), *_tapering(order[long:], size)]

    def start(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], policy: Policy
    ) -> Callable[[], Found]:
        def ragged() -> Found:
            return self._ragged.start(decoder, words, positions, lengths=lengths, policy=policy)()

        if not fits(decoder, lengths):
            found = ragged()
            return lambda: found
        search = self._search(decoder, policy, words.device)
        waiting = search.start(words, positions, lengths=lengths)
        return lambda: waiting() or ragged()

    def sent(self, tensor: Tensor) -> Callable[[], Tensor]:
        waiting = sent(tensor)
        return lambda: waiting()[0]

    def _search(self, decoder: Decoder, policy: Policy, device: torch.device) -> FixedSearch:
        """The one with the graphs that were recorded for it."""
        searches = self._searches.setdefault(decoder, {})
        if policy not in searches:
            for other in list(searches)[: 1 - SEARCHES_KEPT]:
                del searches[other]
            searches[policy] = FixedSearch(cast(GraphDecoder, decoder), policy, *steps_for(device))
        return searches[policy]


def _tapering(order: list[int], size: int) -> Iterator[list[int]]:
    """Runs of half of what is left each, in steps that graphs are made for, until little is left.

    More pools than that would not pay: the steps of each take their time on the device, however few its trees are.
    """
    start = 0
    while start < len(order):
        left = len(order) - start
        half = POOL_STEP * -(-left // (2 * POOL_STEP))
        end = start + min(size, left if left <= SMALL_POOL else half)
        yield order[start:end]
        start = end


def steps_for(device: torch.device) -> tuple[Steps, OnTrees]:
    """The fastest there are."""
    if device.type == "cuda" and find_spec("triton") is not None:
        from rightmost.gpu.layer_kernels import Fused
        from rightmost.gpu.tree_kernels import InKernels

        return Fused(), InKernels()
    return Plain(), InTorch()


def fits(decoder: Decoder, lengths: Sequence[int]) -> bool:
    """Whether sentences of these lengths can be parsed so: none is too long for what steps provide for.

    Not under autocast: it keeps copies of weights for itself, and a graph would go on reading where they were.
    """
    if not decoder.packs or torch.is_autocast_enabled("cuda"):
        return False
    return max(lengths) <= min(MOST_WORDS, cast(GraphDecoder, decoder).features.rows.positions)


def _next(numbers: Sequence[int], least: int) -> int:
    return numbers[bisect_left(numbers, least)]
