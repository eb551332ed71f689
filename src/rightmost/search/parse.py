"""Sentences to trees: encode in batches, decode in larger pools, build the trees once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import torch
from torch import Tensor

from rightmost.errors import EmptySentence
from rightmost.model.in_order import InOrderDecoder
from rightmost.model.network import Network
from rightmost.search.greedy import greedy_actions
from rightmost.search.in_order import greedy_in_order
from rightmost.tensors.history import Numbers
from rightmost.tensors.subwords import Window
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.trees.tree import Leaf, Tree

PIECES_AT_ONCE = 8192  # padded pieces in one pass through the encoder
SENTENCES_AT_ONCE = 512  # in one pool of the decoder


@torch.inference_mode()
def parse_leaves(network: Network, sentences: Sequence[Sequence[Leaf]]) -> list[Tree]:
    """The best trees over these words, in their order. A model with a tag head gives tags of its own."""
    for number, sentence in enumerate(sentences, start=1):
        if not sentence:
            raise EmptySentence(f"sentence {number} is empty: there is nothing to parse")
    windows = [network.subwords.windows([leaf.word for leaf in sentence]) for sentence in sentences]
    order = sorted(range(len(sentences)), key=lambda number: (len(sentences[number]), number))
    trees: list[Tree | None] = [None] * len(sentences)
    waiting = iter(order)
    while pool := list(islice(waiting, SENTENCES_AT_ONCE)):
        found = _parse_pool(network, [sentences[number] for number in pool], [windows[number] for number in pool])
        for number, tree in zip(pool, found):
            trees[number] = tree
    return [tree for tree in trees if tree is not None]


def _parse_pool(
    network: Network, sentences: Sequence[Sequence[Leaf]], windows: Sequence[Sequence[Window]]
) -> Iterator[Tree]:
    known = network.vocabulary
    gold_tags = [torch.tensor([known.tag_number(leaf.tag) for leaf in sentence]) for sentence in sentences]
    words = torch.cat([_encode(network, windows, gold_tags, batch) for batch in _batches(windows)])
    lengths = [len(sentence) for sentence in sentences]
    actions = _actions(network, words, lengths).cpu().numpy()
    tags = None if network.tag_head is None else network.tag_head(words).argmax(dim=1).cpu().numpy()
    start = 0
    for sentence, length in zip(sentences, lengths):
        part = slice(start, start + length)
        leaves = list(sentence) if tags is None else _tagged(sentence, tags[part], known)
        yield tree_of(actions[part], leaves, known)
        start += length


def _encode(network: Network, windows: Sequence[Sequence[Window]], tags: Sequence[Tensor], batch: range) -> Tensor:
    device = next(network.parameters()).device
    batch_tags = torch.cat([tags[number] for number in batch]).to(device)
    return network.encode(network.input_of([windows[number] for number in batch]).to(device), batch_tags)


def _actions(network: Network, words: Tensor, lengths: Sequence[int]) -> Tensor:
    decoder, positions = network.decoder, network.encoder.position_table
    if isinstance(decoder, InOrderDecoder):
        return greedy_in_order(decoder, words, positions, lengths=lengths)
    return greedy_actions(decoder, words, positions, lengths=lengths)


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


def _tagged(sentence: Sequence[Leaf], tags: Numbers, known: Vocabulary) -> list[Leaf]:
    return [Leaf(leaf.word, known.tags[tag]) for leaf, tag in zip(sentence, tags)]


def tree_of(actions: Numbers, leaves: Sequence[Leaf], known: Vocabulary) -> Tree:
    """The tree that numbered actions build: (words, 3) of target, parent label, new label."""
    named = [Action(target, known.label(parent), known.label(new)) for target, parent, new in actions.tolist()]
    return replay(named, leaves)
