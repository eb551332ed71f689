"""Sentences to trees: encode in batches, decode in larger pools, build the trees once.

A GPU is given one pool after the other without waiting for it: while it works on one, words are cut into pieces for the
next batch, and the trees of the pool before are built.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, islice, pairwise

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.beam import Beam
from rightmost.decoding.beams import beam_search, start_beams
from rightmost.decoding.constrained import constrained_search
from rightmost.decoding.constraints import Constraints, Rules
from rightmost.decoding.greedy import Greedy, start_greedy
from rightmost.decoding.in_order_forest import greedy_in_order
from rightmost.decoding.scored import Scored, with_confidence
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.encoding.subwords import Window
from rightmost.errors import EmptySentence, RightmostError
from rightmost.gpu.fixed import on_their_way
from rightmost.gpu.track import MOST_WORDS
from rightmost.model.in_order_decoder import InOrderDecoder
from rightmost.model.network import Network
from rightmost.trees.tree import Leaf, Tree

PIECES_AT_ONCE = 8192  # padded pieces in one pass through the encoder,
PIECES_AT_ONCE_ON_A_GPU = 16384  # where half as many passes are half as much to launch
TREES_AT_ONCE = 512  # in one pool of the decoder, all the beams' included
SENTENCES_AT_ONCE_ON_A_GPU = 2048  # a step there costs hardly more with more trees,
TREES_AT_ONCE_ON_A_GPU = 8192  # up to a point
SMALL_POOL = 512  # sentences that are not worth two pools
POOL_STEP = 128  # of the number of trees that steps on a GPU are recorded for
POOLS_AHEAD = 2  # sent to the device before the trees of one are built: building may take longer than a pool

Leaves = Sequence[Leaf]
Finish = Callable[[], list[list[Scored]]]  # waits for a pool's results and builds its trees


@torch.inference_mode()
def parse_sentences(
    network: Network,
    sentences: Sequence[Leaves],
    *,
    beam: int = 1,
    keep_tags: bool = False,
    constraints: Sequence[Constraints | None] | None = None,
    k: int = 1,
) -> list[list[Scored]]:
    """The best `k` trees of each sentence, or as many as the beam holds, best first, in the sentences' order.

    A model with a tag head gives tags of its own unless `keep_tags`. With a beam, trees carry their `confidence`.
    """
    _check(network, sentences, beam=max(beam, k), constrained=constraints is not None and any(constraints))
    rules = _rules(network, sentences, constraints)
    results: list[list[Scored]] = [[] for _ in sentences]

    def take(pool: list[int], finish: Finish) -> None:
        for number, trees in zip(pool, finish()):
            results[number] = trees

    under_way: deque[tuple[list[int], Finish]] = deque()
    for pool in pools_for(network, [len(sentence) for sentence in sentences], beam=max(beam, k)):
        started = _start_pool(
            network,
            [sentences[number] for number in pool],
            rules=[rules[number] for number in pool],
            beam=max(beam, k),
            k=k,
            keep_tags=keep_tags or network.tag_head is None,
        )
        under_way.append((pool, started))
        if len(under_way) > POOLS_AHEAD:
            take(*under_way.popleft())
    while under_way:
        take(*under_way.popleft())
    return results


def parse_leaves(network: Network, sentences: Sequence[Leaves], *, beam: int = 1) -> list[Tree]:
    """The best tree of each sentence, in their order."""
    return [best.tree for best, *_ in parse_sentences(network, sentences, beam=beam)]


def pools_for(network: Network, lengths: Sequence[int], *, beam: int) -> list[list[int]]:
    """The numbers of the sentences that are decoded together, pool by pool."""
    if network.encoder.position_table.is_cuda:
        size = min(SENTENCES_AT_ONCE_ON_A_GPU, TREES_AT_ONCE_ON_A_GPU // beam)
        return pools_of(lengths, size=max(1, size), taper=True)
    return pools_of(lengths, size=max(1, TREES_AT_ONCE // beam), taper=False)


def pools_of(lengths: Sequence[int], *, size: int, taper: bool) -> list[list[int]]:
    """The sentences' numbers in pools of at most that size, longest first: of like size, or ever smaller."""
    order = sorted(range(len(lengths)), key=lambda number: (-lengths[number], number))
    long = sum(length > MOST_WORDS for length in lengths)  # by themselves: they are parsed in another way on a GPU
    cut = _tapering if taper else _even
    return [*cut(order[:long], size), *cut(order[long:], size)]


def _tapering(order: list[int], size: int) -> Iterator[list[int]]:
    """Runs of half of what is left each, in steps that graphs are made for, until little is left.

    The trees of the last pool are built while the device has nothing more to do: it should be small. More pools than
    that would not pay: the steps of each take their time on the device, however few its trees are.
    """
    start = 0
    while start < len(order):
        left = len(order) - start
        half = POOL_STEP * -(-left // (2 * POOL_STEP))
        end = start + min(size, left if left <= SMALL_POOL else half)
        yield order[start:end]
        start = end


def _even(order: list[int], size: int) -> list[list[int]]:
    """Runs of at most that size, and all about as long."""
    count = -(-len(order) // size)
    edges = [len(order) * number // count for number in range(count + 1)] if count else []
    return [order[start:end] for start, end in pairwise(edges)]


def _check(network: Network, sentences: Sequence[Leaves], *, beam: int, constrained: bool) -> None:
    for number, sentence in enumerate(sentences, start=1):
        if not sentence:
            raise EmptySentence(f"sentence {number} is empty: there is nothing to parse")
    if beam < 1:
        raise RightmostError(f"a beam of {beam}; it must hold at least one tree")
    if isinstance(network.decoder, InOrderDecoder) and (beam > 1 or constrained):
        raise RightmostError("this model's in-order decoder knows neither beams nor constraints; use another model")


def _rules(
    network: Network, sentences: Sequence[Leaves], constraints: Sequence[Constraints | None] | None
) -> list[Rules | None]:
    if constraints is None:
        return [None] * len(sentences)
    return [
        Rules(each, words=len(sentence), vocabulary=network.vocabulary) if each else None
        for each, sentence in zip(constraints, sentences)
    ]


@contextmanager
def uncollected() -> Iterator[None]:
    """Makes many objects, none of them in a cycle, without the collector's walking through all there are meanwhile.

    A walk may take longer than a pool does on a GPU.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@uncollected()
def _start_pool(
    network: Network,
    sentences: Sequence[Leaves],
    *,
    rules: Sequence[Rules | None],
    beam: int,
    k: int,
    keep_tags: bool,
) -> Finish:
    """Sends a pool to the device."""
    words = [[leaf.word for leaf in sentence] for sentence in sentences]
    features = torch.cat(list(_encoded(network, sentences, words)))
    lengths = [len(sentence) for sentence in sentences]
    search = _start_search(network, features, lengths, rules=rules, beam=beam)
    tags = None if keep_tags or network.tag_head is None else on_their_way(network.tag_head(features).argmax(dim=1))
    builder = TreeBuilder(network.vocabulary)

    def finish() -> list[list[Scored]]:
        found = search()
        with uncollected():
            leaves: list[tuple[str, str]] = list(chain.from_iterable(sentences))
            if tags is not None:
                names = map(network.vocabulary.tags.__getitem__, tags()[0].tolist())
                leaves = list(zip(chain.from_iterable(words), names))
            if isinstance(found, Greedy):
                return _greedy_trees(builder, found, leaves, lengths)
            best = _beam_trees(builder, found, leaves, lengths, k=k)
            return [_confident(trees, builder, each) for trees, each in zip(best, found)] if beam > 1 else best

    return finish


def _greedy_trees(
    builder: TreeBuilder, found: Greedy, leaves: Iterable[tuple[str, str]], lengths: Sequence[int]
) -> list[list[Scored]]:
    """The one tree of each sentence."""
    trees = builder.trees(found.actions.cpu().numpy(), leaves, lengths)
    values = np.add.reduceat(found.log_probabilities.cpu().numpy(), np.cumsum([0, *lengths[:-1]])).tolist()
    return [[scored] for scored in map(Scored, trees, values)]


def _beam_trees(
    builder: TreeBuilder, beams: Sequence[Beam], leaves: list[tuple[str, str]], lengths: Sequence[int], *, k: int
) -> list[list[Scored]]:
    """The best `k` trees of each sentence. The others of its beam are made if a confidence is asked for."""
    own = [leaves[end - length : end] for length, end in zip(lengths, accumulate(lengths))]
    counts = [min(k, len(beam.actions)) for beam in beams]
    trees = iter(
        builder.trees(
            np.concatenate([beam.actions[:k].reshape(-1, 3) for beam in beams]),
            chain.from_iterable([each * count for each, count in zip(own, counts)]),
            np.repeat(lengths, counts).tolist(),
        )
    )
    return [
        [Scored(tree, value) for tree, value in zip(islice(trees, count), beam.log_probabilities)]
        for beam, count in zip(beams, counts)
    ]


def _confident(found: list[Scored], builder: TreeBuilder, beam: Beam) -> list[Scored]:
    """The same trees with their confidence, which is worked out from the whole beam if it is asked for."""
    actions, log_probabilities = beam.actions.copy(), beam.log_probabilities  # and not what has those of all beams

    def whole() -> list[Scored]:
        leaves = found[0].tree.leaves
        trees = builder.trees(actions.reshape(-1, 3), leaves * len(actions), [len(leaves)] * len(actions))
        return list(map(Scored, trees, log_probabilities))

    return with_confidence(found, whole)


def _encoded(network: Network, sentences: Sequence[Leaves], words: Sequence[Sequence[str]]) -> Iterator[Tensor]:
    """The words' features, a batch after the other; a batch is cut into pieces while the one before is encoded."""
    device = network.encoder.position_table.device
    windows: list[list[Window]] = []

    def cut() -> Iterator[list[Window]]:
        for sentence in words:
            windows.append(network.subwords.windows(sentence))
            yield windows[-1]

    for batch in batches_of(cut(), pieces=pieces_at_once(device)):
        tags = None
        if network.config.gold_tags:
            number = network.vocabulary.tag_number
            tags = torch.tensor([number(leaf.tag) for each in batch for leaf in sentences[each]], device=device)
        yield network.encode(network.input_of([windows[each] for each in batch]).to(device), tags)


def _start_search(
    network: Network, words: Tensor, lengths: Sequence[int], *, rules: Sequence[Rules | None], beam: int
) -> Callable[[], Greedy | Sequence[Beam]]:
    decoder, positions = network.decoder, network.encoder.position_table
    if isinstance(decoder, InOrderDecoder):
        in_order = greedy_in_order(decoder, words, positions, lengths=lengths)
        return lambda: in_order
    if any(rules):
        found = [
            constrained_search(decoder, part, positions, rules=rule, beam=beam)
            if rule is not None
            else beam_search(decoder, part, positions, lengths=[len(part)], beam=beam)[0]
            for part, rule in zip(words.split(list(lengths)), rules)
        ]
        return lambda: found
    if beam > 1:
        return start_beams(decoder, words, positions, lengths=lengths, beam=beam)
    return start_greedy(decoder, words, positions, lengths=lengths)


def pieces_at_once(device: torch.device) -> int:
    """How many padded pieces go through the encoder in one pass."""
    return PIECES_AT_ONCE_ON_A_GPU if device.type == "cuda" else PIECES_AT_ONCE


def batches_of(windows: Iterable[Sequence[Window]], *, pieces: int) -> Iterator[range]:
    """Runs of sentences whose windows, padded to the longest, have no more than so many pieces."""
    start = end = rows = longest = 0
    for number, sentence in enumerate(windows):
        size = max([len(window.pieces) for window in sentence])
        if number > start and (rows + len(sentence)) * max(longest, size) > pieces:
            yield range(start, number)
            start, rows, longest = number, 0, 0
        rows += len(sentence)
        longest = max(longest, size)
        end = number + 1
    yield range(start, end)
