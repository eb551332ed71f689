"""Sentences to trees: encode in batches, decode in larger pools, build the trees once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import torch
from torch import Tensor

from rightmost.errors import EmptySentence, RightmostError
from rightmost.model.in_order import InOrderDecoder
from rightmost.model.network import Network
from rightmost.search.beam import Beam, beam_search
from rightmost.search.constrained import constrained_search
from rightmost.search.constraints import Constraints, Rules
from rightmost.search.greedy import greedy_search
from rightmost.search.in_order import greedy_in_order
from rightmost.search.scored import Scored, with_confidence
from rightmost.tensors.history import Numbers
from rightmost.tensors.subwords import Window
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.trees.tree import Leaf, Tree

PIECES_AT_ONCE = 8192  # padded pieces in one pass through the encoder
TREES_AT_ONCE = 512  # in one pool of the decoder, all the beams' included


@torch.inference_mode()
def parse_sentences(
    network: Network,
    sentences: Sequence[Sequence[Leaf]],
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
    windows = [network.subwords.windows([leaf.word for leaf in sentence]) for sentence in sentences]
    order = sorted(range(len(sentences)), key=lambda number: (len(sentences[number]), number))
    results: list[list[Scored]] = [[] for _ in sentences]
    waiting = iter(order)
    while pool := list(islice(waiting, max(1, TREES_AT_ONCE // max(beam, k)))):
        found = _parse_pool(
            network,
            [sentences[number] for number in pool],
            windows=[windows[number] for number in pool],
            rules=[rules[number] for number in pool],
            beam=max(beam, k),
            keep_tags=keep_tags or network.tag_head is None,
        )
        for number, trees in zip(pool, found):
            results[number] = trees[:k]
    return results


def parse_leaves(network: Network, sentences: Sequence[Sequence[Leaf]], *, beam: int = 1) -> list[Tree]:
    """The best tree of each sentence, in their order."""
    return [best.tree for best, *_ in parse_sentences(network, sentences, beam=beam)]


def _check(network: Network, sentences: Sequence[Sequence[Leaf]], *, beam: int, constrained: bool) -> None:
    for number, sentence in enumerate(sentences, start=1):
        if not sentence:
            raise EmptySentence(f"sentence {number} is empty: there is nothing to parse")
    if beam < 1:
        raise RightmostError(f"a beam of {beam}; it must hold at least one tree")
    if isinstance(network.decoder, InOrderDecoder) and (beam > 1 or constrained):
        raise RightmostError("this model's in-order decoder knows neither beams nor constraints; use another model")


def _rules(
    network: Network, sentences: Sequence[Sequence[Leaf]], constraints: Sequence[Constraints | None] | None
) -> list[Rules | None]:
    if constraints is None:
        return [None] * len(sentences)
    return [
        Rules(each, words=len(sentence), vocabulary=network.vocabulary) if each else None
        for each, sentence in zip(constraints, sentences)
    ]


def _parse_pool(
    network: Network,
    sentences: Sequence[Sequence[Leaf]],
    *,
    windows: Sequence[Sequence[Window]],
    rules: Sequence[Rules | None],
    beam: int,
    keep_tags: bool,
) -> Iterator[list[Scored]]:
    known = network.vocabulary
    gold_tags = [torch.tensor([known.tag_number(leaf.tag) for leaf in sentence]) for sentence in sentences]
    words = torch.cat([_encode(network, windows, gold_tags, batch) for batch in _batches(windows)])
    lengths = [len(sentence) for sentence in sentences]
    beams = _search(network, words, lengths, rules=rules, beam=beam)
    tags = None if keep_tags or network.tag_head is None else network.tag_head(words).argmax(dim=1).tolist()
    start = 0
    for sentence, found in zip(sentences, beams):
        end = start + len(sentence)
        leaves = sentence if tags is None else _tagged(sentence, tags[start:end], known)
        trees = [
            Scored(tree_of(actions, leaves, known), log_probability)
            for actions, log_probability in zip(found.actions, found.log_probabilities)
        ]
        yield with_confidence(trees) if beam > 1 else trees
        start = end


def _encode(network: Network, windows: Sequence[Sequence[Window]], tags: Sequence[Tensor], batch: range) -> Tensor:
    device = next(network.parameters()).device
    batch_tags = torch.cat([tags[number] for number in batch]).to(device)
    return network.encode(network.input_of([windows[number] for number in batch]).to(device), batch_tags)


def _search(
    network: Network, words: Tensor, lengths: Sequence[int], *, rules: Sequence[Rules | None], beam: int
) -> list[Beam]:
    decoder, positions = network.decoder, network.encoder.position_table
    if isinstance(decoder, InOrderDecoder):
        greedy = greedy_in_order(decoder, words, positions, lengths=lengths)
    elif any(rules):
        return [
            constrained_search(decoder, part, positions, rules=rule, beam=beam)
            if rule is not None
            else beam_search(decoder, part, positions, lengths=[len(part)], beam=beam)[0]
            for part, rule in zip(words.split(list(lengths)), rules)
        ]
    elif beam > 1:
        return beam_search(decoder, words, positions, lengths=lengths, beam=beam)
    else:
        greedy = greedy_search(decoder, words, positions, lengths=lengths)
    actions = greedy.actions.cpu().split(list(lengths))
    log_probabilities = greedy.log_probabilities.cpu().split(list(lengths))
    return [Beam([each.numpy()], [float(values.sum())]) for each, values in zip(actions, log_probabilities)]


def _batches(windows: Sequence[Sequence[Window]]) -> Iterator[range]:
    """Runs of sentences whose windows, padded to the longest, stay within what the encoder takes at once."""
    start = rows = longest = 0
    for number, sentence in enumerate(windows):
        size = max(len(window.pieces) for window in sentence)
        if number > start and (rows + len(sentence)) * max(longest, size) > PIECES_AT_ONCE:
            yield range(start, number)
            start, rows, longest = number, 0, 0
        rows += len(sentence)
        longest = max(longest, size)
    yield range(start, len(windows))


def _tagged(sentence: Sequence[Leaf], tags: Sequence[int], known: Vocabulary) -> list[Leaf]:
    return [Leaf(leaf.word, known.tags[tag]) for leaf, tag in zip(sentence, tags)]


def tree_of(actions: Numbers, leaves: Sequence[Leaf], known: Vocabulary) -> Tree:
    """The tree that numbered actions build: (words, 3) of target, parent label, new label."""
    named = [Action(target, known.label(parent), known.label(new)) for target, parent, new in actions.tolist()]
    return replay(named, leaves)
