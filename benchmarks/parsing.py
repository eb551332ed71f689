"""What parsing costs in comparison with the encoder's own forward passes, in one run.

    python benchmarks/parsing.py minilm-l12 --sentences 300                 on a CPU
    python benchmarks/parsing.py xlnet-large bert-large --sentences 2400     on a GPU
    python benchmarks/parsing.py minilm-l12 --lengths 10 100 1000 2000
    python benchmarks/parsing.py minilm-l12 --single 25
    python benchmarks/parsing.py minilm-l12 --flat 1000 2000 4000 8000
    python benchmarks/parsing.py minilm-l12 --beam 10
    python benchmarks/parsing.py --host

Weights are random, so that trees would be nothing like real ones; the states are therefore driven by gold actions of
random trees of realistic shape. Everything else is done as in a real parse: scores, argmax, trees.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from device import DEVICE, synchronised
from rightmost.decoding import parse
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.greedy import Forced, Greedy
from rightmost.decoding.partial_trees import Found, Policy
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.encoding.batches import EncoderInput
from rightmost.engine_choice import engine_for
from rightmost.model.decoder import Decoder
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.outcome import run
from rightmost.trees.tree import Tree
from samples import random_tree, random_trees
from shapes import hugging_face, random_network


def interleaved(*works: Callable[[], object], repeats: int = 5) -> list[float]:
    """The fewest seconds of some runs of each, taken in turn, after two to warm up."""
    times: list[list[float]] = [[] for _ in works]
    for number in range(repeats + 2):
        for work, taken in zip(works, times):
            start = synchronised()
            work()
            if number > 1:
                taken.append(synchronised() - start)
    return [min(taken) for taken in times]


ENGINE = engine_for(DEVICE)
DTYPE = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32


def network_for(name: str, trees: list[Tree]) -> Network:
    return random_network(name, Vocabulary.from_trees(trees)).to(DEVICE, DTYPE).eval()


def encoder_for(name: str) -> nn.Module:
    """The encoder alone, as transformers has it."""
    return cast(nn.Module, hugging_face(name)).to(DEVICE, DTYPE).eval()


@dataclass(frozen=True)
class Pool:
    """Sentences that are decoded together: their batches, which wait on the device, and what takes gold actions."""

    batches: list[EncoderInput]
    lengths: list[int]
    gold: Forced


def pools_for(network: Network, trees: list[Tree]) -> list[Pool]:
    """The pools and batches that a parse makes."""
    pools = []
    for numbers in ENGINE.pools([len(tree.words) for tree in trees], copies=1):
        chosen = [trees[number] for number in numbers]
        windows = [network.subwords.windows(tree.words) for tree in chosen]
        batches = [
            network.input_of([windows[each] for each in batch]).to(DEVICE)
            for batch in parse.batches_of(windows, pieces=ENGINE.pieces_at_once)
        ]
        gold = [torch.from_numpy(network.prepare(tree).decisions[:, 1:]).long().to(DEVICE) for tree in chosen]
        pools.append(Pool(batches, [len(tree.words) for tree in chosen], Forced(gold)))
    return pools


@torch.inference_mode()
def encoder_alone(encoder: nn.Module, pools: list[Pool]) -> None:
    """The Hugging Face encoder's forward passes, length-sorted; their inputs lie on the device."""
    for pool in pools:
        for batch in pool.batches:
            encoder(input_ids=batch.pieces, attention_mask=batch.mask)


@torch.inference_mode()
def device_part(network: Network, pools: list[Pool]) -> None:
    """All that the device does in a parse: encoder, our attention, decoder, tags."""
    decoder, positions, tag_head = network.decoder, network.encoder.position_table, network.tag_head
    assert tag_head is not None
    waiting = []
    for pool in pools:
        words = torch.cat([network.encode(batch) for batch in pool.batches])
        waiting.append(ENGINE.start(decoder, words, positions, lengths=pool.lengths, policy=pool.gold))
        tag_head(words).argmax(dim=1)
    for wait in waiting:
        wait()


class Driven:
    """The device's engine, but each pool of a parse is taken through its trees' own actions."""

    pieces_at_once = ENGINE.pieces_at_once

    def __init__(self, pools: list[Pool]) -> None:
        self._gold = cycle([pool.gold for pool in pools])

    def pools(self, lengths: Sequence[int], *, copies: int) -> list[list[int]]:
        return ENGINE.pools(lengths, copies=copies)

    def start(
        self, decoder: Decoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int], policy: Policy
    ) -> Callable[[], Found]:
        return ENGINE.start(decoder, words, positions, lengths=lengths, policy=next(self._gold))

    def sent(self, tensor: Tensor) -> Callable[[], Tensor]:
        return ENGINE.sent(tensor)


def compare(name: str, trees: list[Tree]) -> None:
    """Prints the device's part of a parse, and the whole of it, over the encoder's own time."""
    network, alone = network_for(name, trees), encoder_for(name)
    pools = pools_for(network, trees)
    sentences = [tree.leaves for tree in trees]
    driven = Driven(pools)
    encoder, device, whole = interleaved(
        lambda: encoder_alone(alone, pools),
        lambda: device_part(network, pools),
        lambda: parse.parse_leaves(network, sentences, engine=driven),
    )
    print(
        f"{name}: {len(trees)} sentences, {sum(len(tree.words) for tree in trees)} words: "
        f"encoder alone {encoder:.3f} s, device part {device:.3f} s, ratio {device / encoder:.2f}, "
        f"whole parse {whole:.3f} s, ratio {whole / encoder:.2f}, {len(trees) / whole:.0f} sentences a second",
        flush=True,
    )


def beams(name: str, trees: list[Tree], size: int) -> None:
    """Prints beam search over greedy search, decoders alone and whole parses. (Both choose their own actions.)"""
    network = network_for(name, trees)
    lengths = [len(tree.words) for tree in trees]
    sentences = [tree.leaves for tree in trees]
    words = torch.randn(sum(lengths), network.config.width, device=DEVICE, dtype=next(network.parameters()).dtype)
    positions, decoder = network.encoder.position_table, network.decoder

    def decode(policy: Policy) -> None:
        """In the pools of a parse, sent on their way one after the other."""
        pools = [[lengths[number] for number in pool] for pool in ENGINE.pools(lengths, copies=policy.copies)]
        features = words.split([sum(pool) for pool in pools])
        waiting = [
            ENGINE.start(decoder, part, positions, lengths=pool, policy=policy) for part, pool in zip(features, pools)
        ]
        for wait in waiting:
            wait()

    with torch.inference_mode():
        one, many, one_parse, many_parse = interleaved(
            lambda: decode(Greedy()),
            lambda: decode(BeamSearch(size)),
            lambda: parse.parse_leaves(network, sentences, engine=ENGINE),
            lambda: parse.parse_leaves(network, sentences, engine=ENGINE, beam=size),
        )
    print(
        f"{name}: decoders: greedy {one:.3f} s, beam {size} {many:.3f} s, ratio {many / one:.2f}; "
        f"whole parses: {one_parse:.3f} s, {many_parse:.3f} s, ratio {many_parse / one_parse:.2f}",
        flush=True,
    )


@torch.inference_mode()
def host(trees: list[Tree]) -> None:
    """Prints the host's share of a greedy parse: cutting words, making batches, building trees."""
    network = random_network("small", Vocabulary.from_trees(trees)).eval()
    trees = sorted(trees, key=lambda tree: -len(tree.words))
    sentences = [list(tree.words) for tree in trees]
    leaves = [leaf for tree in trees for leaf in tree.leaves]
    lengths = [len(tree.words) for tree in trees]
    gold = np.concatenate([network.prepare(tree).decisions[:, 1:] for tree in trees])
    windows = [network.subwords.windows(words) for words in sentences]
    batched = list(parse.batches_of(windows, pieces=ENGINE.pieces_at_once))
    builder = TreeBuilder(network.vocabulary)
    with parse.uncollected():
        parts = interleaved(
            lambda: [network.subwords.windows(words) for words in sentences],
            lambda: [network.input_of([windows[each] for each in batch]) for batch in batched],
            lambda: builder.trees(gold, leaves, lengths),
        )
    cut, batches, built = [1000 * part for part in parts]
    print(
        f"host, {len(trees)} sentences: windows {cut:.1f} ms, batches {batches:.1f} ms, trees {built:.1f} ms, "
        f"together {cut + batches + built:.1f} ms",
        flush=True,
    )


@torch.inference_mode()
def flat(name: str, lengths: list[int]) -> None:
    """Prints the decoder's time for one flat phrase of each length: every word a child of the same node."""
    network = network_for(name, random_trees(20))
    for length in lengths:
        words = torch.randn(length, network.config.width, device=DEVICE, dtype=next(network.parameters()).dtype)
        actions = torch.zeros(length, 3, dtype=torch.long, device=DEVICE)
        actions[0, 1] = 1
        positions, policy = network.encoder.position_table, Forced([actions])
        start = time.process_time()
        ENGINE.start(network.decoder, words, positions, lengths=[length], policy=policy)()
        print(
            f"{name}: a flat phrase of {length} words: decoder {time.process_time() - start:.2f} s (CPU time)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--sentences", type=int, default=0)
    parser.add_argument("--lengths", type=int, nargs="+", default=[], help="one sentence of each length")
    parser.add_argument("--single", type=int, default=0, help="one sentence of so many words, alone")
    parser.add_argument("--flat", type=int, nargs="+", default=[], help="one flat phrase of each length")
    parser.add_argument("--beam", type=int, default=0)
    parser.add_argument("--host", action="store_true", help="what the host does, without a model")
    arguments = parser.parse_args()
    if arguments.host:
        host(random_trees(arguments.sentences or 2400, mean_length=23.5))
    for name in arguments.models:
        if arguments.sentences:
            compare(name, random_trees(arguments.sentences, mean_length=23.5))
        if arguments.single:
            compare(name, [random_tree(random.Random(1), arguments.single)])
        for length in arguments.lengths:
            compare(name, [random_tree(random.Random(1), length)])
        if arguments.flat:
            flat(name, arguments.flat)
        if arguments.beam:
            beams(name, random_trees(arguments.sentences or 100, mean_length=23.5), arguments.beam)


if __name__ == "__main__":
    run(main)
