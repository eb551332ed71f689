"""Sentences to trees: encode in batches, decode in larger pools, build the trees once.

A GPU is given one pool after the other without waiting for it: while it works on one, words are cut into pieces for the
next batch, and the trees of the pool before are built.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from rightmost.errors import EmptySentence, RightmostError
from rightmost.model.in_order import InOrderDecoder
from rightmost.model.network import Network
from rightmost.search.beam import Beam
from rightmost.search.beams import beam_search
from rightmost.search.building import TreeBuilder
from rightmost.search.constrained import constrained_search
from rightmost.search.constraints import Constraints, Rules
from rightmost.search.fixed import on_its_way
from rightmost.search.greedy import Greedy, start_greedy
from rightmost.search.in_order import greedy_in_order
from rightmost.search.scored import Scored, with_confidence
from rightmost.search.track import MOST_WORDS
from rightmost.tensors.subwords import Window
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.trees.tree import Leaf, Tree

PIECES_AT_ONCE = 8192  # padded pieces in one pass through the encoder
TREES_AT_ONCE = 512  # in one pool of the decoder, all the beams' included
SENTENCES_AT_ONCE_ON_A_GPU = 2048  # a step there costs hardly more with more trees,
TREES_AT_ONCE_ON_A_GPU = 8192  # up to a point

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
            results[number] = trees[:k]

    under_way: tuple[list[int], Finish] | None = None
    for pool in pools_of([len(sentence) for sentence in sentences], size=pool_size(network, max(beam, k))):
        started = _start_pool(
            network,
            [sentences[number] for number in pool],
            rules=[rules[number] for number in pool],
            beam=max(beam, k),
            keep_tags=keep_tags or network.tag_head is None,
        )
        if under_way is not None:
            take(*under_way)
        under_way = pool, started
    if under_way is not None:
        take(*under_way)
    return results


def parse_leaves(network: Network, sentences: Sequence[Leaves], *, beam: int = 1) -> list[Tree]:
    """The best tree of each sentence, in their order."""
    return [best.tree for best, *_ in parse_sentences(network, sentences, beam=beam)]


def pool_size(network: Network, beam: int) -> int:
    """How many sentences are decoded together."""
    if network.encoder.position_table.is_cuda:
        return max(1, min(SENTENCES_AT_ONCE_ON_A_GPU, TREES_AT_ONCE_ON_A_GPU // beam))
    return max(1, TREES_AT_ONCE // beam)


def pools_of(lengths: Sequence[int], *, size: int) -> list[list[int]]:
    """The sentences' numbers in pools of like size, longest first: the last pool, which none follows, is quick."""
    order = sorted(range(len(lengths)), key=lambda number: (-lengths[number], number))
    long = sum(length > MOST_WORDS for length in lengths)  # by themselves: they are parsed in another way on a GPU
    return [*_even(order[:long], size), *_even(order[long:], size)]


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


def _start_pool(
    network: Network, sentences: Sequence[Leaves], *, rules: Sequence[Rules | None], beam: int, keep_tags: bool
) -> Finish:
    """Sends a pool to the device."""
    words = torch.cat(list(_encoded(network, sentences)))
    lengths = [len(sentence) for sentence in sentences]
    search = _start_search(network, words, lengths, rules=rules, beam=beam)
    tags = None if keep_tags or network.tag_head is None else _on_its_way(network.tag_head(words).argmax(dim=1))
    builder = TreeBuilder(network.vocabulary)

    def finish() -> list[list[Scored]]:
        beams = search()
        leaves = sentences if tags is None else _tagged(sentences, tags().tolist(), network.vocabulary)
        with _uncollected():
            found = [
                [
                    Scored(builder.tree(actions, own), log_probability)
                    for actions, log_probability in zip(each.actions, each.log_probabilities)
                ]
                for own, each in zip(leaves, beams)
            ]
        return [with_confidence(trees) for trees in found] if beam > 1 else found

    return finish


@contextmanager
def _uncollected() -> Iterator[None]:
    """Makes many objects, none of them in a cycle, without the collector's walking through all there are meanwhile."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _encoded(network: Network, sentences: Sequence[Leaves]) -> Iterator[Tensor]:
    """The words' features, a batch after the other; a batch is cut into pieces while the one before is encoded."""
    device = network.encoder.position_table.device
    windows: list[list[Window]] = []

    def cut() -> Iterator[list[Window]]:
        for sentence in sentences:
            windows.append(network.subwords.windows([leaf.word for leaf in sentence]))
            yield windows[-1]

    for batch in _batches(cut()):
        tags = None
        if network.config.gold_tags:
            number = network.vocabulary.tag_number
            tags = torch.tensor([number(leaf.tag) for each in batch for leaf in sentences[each]], device=device)
        yield network.encode(network.input_of([windows[each] for each in batch]).to(device), tags)


def _start_search(
    network: Network, words: Tensor, lengths: Sequence[int], *, rules: Sequence[Rules | None], beam: int
) -> Callable[[], Sequence[Beam]]:
    decoder, positions = network.decoder, network.encoder.position_table
    if isinstance(decoder, InOrderDecoder):
        in_order = greedy_in_order(decoder, words, positions, lengths=lengths)
        return lambda: _as_beams(in_order, lengths)
    if any(rules):
        found = [
            constrained_search(decoder, part, positions, rules=rule, beam=beam)
            if rule is not None
            else beam_search(decoder, part, positions, lengths=[len(part)], beam=beam)[0]
            for part, rule in zip(words.split(list(lengths)), rules)
        ]
        return lambda: found
    if beam > 1:
        beams = beam_search(decoder, words, positions, lengths=lengths, beam=beam)
        return lambda: beams
    greedy = start_greedy(decoder, words, positions, lengths=lengths)
    return lambda: _as_beams(greedy(), lengths)


def _as_beams(greedy: Greedy, lengths: Sequence[int]) -> list[Beam]:
    """The one action sequence of each sentence."""
    actions = greedy.actions.cpu().numpy()
    ends = np.cumsum(np.array(lengths, dtype=np.int64))
    values = np.add.reduceat(greedy.log_probabilities.cpu().numpy(), ends - lengths).tolist()
    return [Beam([actions[end - length : end]], [value]) for length, end, value in zip(lengths, ends.tolist(), values)]


def _on_its_way(tensor: Tensor) -> Callable[[], Tensor]:
    """Sends a tensor to the CPU; what is returned waits for it."""
    if not tensor.is_cuda:
        return lambda: tensor
    here = on_its_way(tensor)
    arrived = torch.cuda.Event()
    arrived.record()

    def wait() -> Tensor:
        arrived.synchronize()
        return here

    return wait


def _batches(windows: Iterable[Sequence[Window]]) -> Iterator[range]:
    """Runs of sentences whose windows, padded to the longest, stay within what the encoder takes at once."""
    start = end = rows = longest = 0
    for number, sentence in enumerate(windows):
        size = max([len(window.pieces) for window in sentence])
        if number > start and (rows + len(sentence)) * max(longest, size) > PIECES_AT_ONCE:
            yield range(start, number)
            start, rows, longest = number, 0, 0
        rows += len(sentence)
        longest = max(longest, size)
        end = number + 1
    yield range(start, end)


def _tagged(sentences: Sequence[Leaves], tags: Sequence[int], known: Vocabulary) -> Iterator[list[Leaf]]:
    """The sentences' leaves with these tags, numbered through all of them."""
    names = known.tags
    start = 0
    for sentence in sentences:
        end = start + len(sentence)
        pairs = zip([word for word, _ in sentence], [names[tag] for tag in tags[start:end]])
        yield list(map(Leaf._make, pairs))
        start = end
