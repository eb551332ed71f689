"""Sentences to trees: encode in batches, decode in larger pools, build the trees once.

A device is given one pool after the other without waiting for it: while it works on one, words are cut into pieces for
the next batch, and the trees of the pool before are built.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.constrained import constrained_search
from rightmost.decoding.constraints import Constraints, Rules
from rightmost.decoding.engine import Engine, RaggedEngine, run
from rightmost.decoding.greedy import Greedy
from rightmost.decoding.partial_trees import Floats, Found, Policy
from rightmost.decoding.scored import Scored, with_confidence
from rightmost.decoding.systems import MEANS
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.encoding.subwords import Window
from rightmost.errors import EmptySentence, RightmostError
from rightmost.limits import POOLS_AHEAD
from rightmost.model.action_scores import IMPOSSIBLE
from rightmost.model.history import Numbers
from rightmost.model.network import Network
from rightmost.text.tags import put_right
from rightmost.trees.tree import Leaf, Tree

Leaves = Sequence[Leaf]
Finish = Callable[[], list[list[Scored]]]  # waits for a pool's results and builds its trees

RAGGED = RaggedEngine()


@torch.inference_mode()
def parse_sentences(
    network: Network,
    sentences: Sequence[Leaves],
    *,
    engine: Engine = RAGGED,
    beam: int = 1,
    keep_tags: bool = False,
    constraints: Sequence[Constraints | None] | None = None,
    k: int = 1,
) -> list[list[Scored]]:
    """The best `k` trees of each sentence, or as many as the beam holds, best first, in the sentences' order.

    A model with a tag head gives tags of its own unless `keep_tags`. With a beam, trees carry their `confidence`.
    """
    beam = max(beam, k)
    _check(network, sentences, beam=beam, constrained=constraints is not None and any(constraints))
    rules = _rules(network, sentences, constraints)
    results: list[list[Scored]] = [[] for _ in sentences]

    def take(pool: list[int], finish: Finish) -> None:
        for number, trees in zip(pool, finish()):
            results[number] = trees

    under_way: deque[tuple[list[int], Finish]] = deque()
    for pool in engine.pools([len(sentence) for sentence in sentences], copies=beam):
        started = _start_pool(
            network,
            [sentences[number] for number in pool],
            engine=engine,
            rules=[rules[number] for number in pool],
            beam=beam,
            k=k,
            keep_tags=keep_tags or network.tag_head is None,
        )
        under_way.append((pool, started))
        if len(under_way) > POOLS_AHEAD:
            take(*under_way.popleft())
    while under_way:
        take(*under_way.popleft())
    return results


def parse_leaves(
    network: Network, sentences: Sequence[Leaves], *, engine: Engine = RAGGED, beam: int = 1
) -> list[Tree]:
    """The best tree of each sentence, in their order."""
    return [best.tree for best, *_ in parse_sentences(network, sentences, engine=engine, beam=beam)]


def _check(network: Network, sentences: Sequence[Leaves], *, beam: int, constrained: bool) -> None:
    for number, sentence in enumerate(sentences, start=1):
        if not sentence:
            raise EmptySentence(f"sentence {number} is empty: there is nothing to parse")
    if beam < 1:
        raise RightmostError(f"a beam of {beam}; it must hold at least one tree")
    if constrained and not MEANS[network.decoder.system].constraints:
        raise RightmostError(
            f"this model's {network.decoder.system.value} decoder knows no constraints; use another model"
        )


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
    engine: Engine,
    rules: Sequence[Rules | None],
    beam: int,
    k: int,
    keep_tags: bool,
) -> Finish:
    """Sends a pool to the device."""
    words = [[leaf.word for leaf in sentence] for sentence in sentences]
    features = torch.cat(list(_encoded(network, sentences, words, pieces=engine.pieces_at_once)))
    lengths = [len(sentence) for sentence in sentences]
    searches = _start_searches(network, features, lengths, engine=engine, rules=rules, beam=beam)
    tags = None if keep_tags or network.tag_head is None else engine.sent(network.tag_head(features).argmax(dim=1))
    builder = TreeBuilder(network.vocabulary)

    def finish() -> list[list[Scored]]:
        found = [search() for search in searches]
        with uncollected():
            leaves: list[tuple[str, str]] = list(chain.from_iterable(sentences))
            if tags is not None:
                known = network.vocabulary.tags
                flat = list(chain.from_iterable(words))
                leaves = list(zip(flat, put_right(flat, map(known.__getitem__, tags().tolist()), known=known)))
            coming = iter(leaves)
            parts = [list(islice(coming, sum(each.lengths))) for each in found]
            return [
                trees for each, part in zip(found, parts) for trees in scored_trees(builder, each, part, k=k, beam=beam)
            ]

    return finish


def _start_searches(
    network: Network,
    words: Tensor,
    lengths: Sequence[int],
    *,
    engine: Engine,
    rules: Sequence[Rules | None],
    beam: int,
) -> list[Callable[[], Found]]:
    """The searches of a pool: one for all its sentences, or where there are rules, one for each."""
    decoder, positions = network.decoder, network.encoder.position_table
    if not any(rules):
        policy: Policy = BeamSearch(beam) if beam > 1 else Greedy()
        return [engine.start(decoder, words, positions, lengths=lengths, policy=policy)]

    def search(part: Tensor, rule: Rules | None) -> Found:
        trees = MEANS[decoder.system].trees(decoder, part, positions, lengths=[len(part)], copies=beam)
        return run(BeamSearch(beam), trees) if rule is None else constrained_search(trees, rule, beam=beam)

    found = [search(part, rule) for part, rule in zip(words.split(list(lengths)), rules)]
    return [lambda each=each: each for each in found]  # type: ignore[misc]


def scored_trees(
    builder: TreeBuilder, found: Found, leaves: list[tuple[str, str]], *, k: int, beam: int
) -> list[list[Scored]]:
    """The best `k` trees of each sentence, with a beam's confidence. Its other trees are made if that is asked for."""
    copies = found.total.shape[1]
    lengths = np.array(found.lengths)
    real = (found.total > IMPOSSIBLE).sum(1)  # best first: those that hold nothing are the last
    counts = np.minimum(real, k)
    is_kept = np.arange(copies) < counts[:, None]
    is_word = np.arange(found.actions.shape[2]) < lengths[:, None]
    actions = found.actions[:, :copies][is_kept[:, :, None] & is_word[:, None]]
    ends = lengths.cumsum().tolist()
    own = [leaves[end - length : end] for length, end in zip(found.lengths, ends)]
    repeated = leaves if k == 1 else chain.from_iterable([each * count for each, count in zip(own, counts.tolist())])
    trees = builder.trees(actions, repeated, np.repeat(lengths, counts).tolist())
    scored = map(Scored, trees, found.total[is_kept].tolist())
    best = [list(islice(scored, count)) for count in counts.tolist()]
    if beam == 1:
        return best
    return [
        _confident(each, builder, found.actions[number, : real[number], : found.lengths[number]], found.total[number])
        for number, each in enumerate(best)
    ]


def _confident(found: list[Scored], builder: TreeBuilder, actions: Numbers, total: Floats) -> list[Scored]:
    """The same trees with their confidence, which is worked out from the whole beam if it is asked for."""
    kept, values = actions.copy(), total[: len(actions)].tolist()  # and not what has those of all beams

    def whole() -> list[Scored]:
        leaves = found[0].tree.leaves
        trees = builder.trees(kept.reshape(-1, 3), leaves * len(kept), [len(leaves)] * len(kept))
        return list(map(Scored, trees, values))

    return with_confidence(found, whole)


def _encoded(
    network: Network, sentences: Sequence[Leaves], words: Sequence[Sequence[str]], *, pieces: int
) -> Iterator[Tensor]:
    """The words' features, a batch after the other; a batch is cut into pieces while the one before is encoded."""
    device = network.encoder.position_table.device
    windows: list[list[Window]] = []

    def cut() -> Iterator[list[Window]]:
        for sentence in words:
            windows.append(network.subwords.windows(sentence))
            yield windows[-1]

    for batch in batches_of(cut(), pieces=pieces):
        tags = None
        if network.config.gold_tags:
            number = network.vocabulary.tag_number
            tags = torch.tensor([number(leaf.tag) for each in batch for leaf in sentences[each]], device=device)
        yield network.encode(network.input_of([windows[each] for each in batch]).to(device), tags)


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
