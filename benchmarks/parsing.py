"""What parsing costs beside the encoder's own forward passes, in one run.

    python benchmarks/parsing.py minilm-l12 --sentences 300                 on a CPU
    python benchmarks/parsing.py xlnet-large bert-large --sentences 2400     on a GPU
    python benchmarks/parsing.py minilm-l12 --lengths 10 100 1000 2000
    python benchmarks/parsing.py minilm-l12 --single 25

Weights are random, so that trees would be nothing like real ones; the states are therefore driven by gold actions of
random trees of realistic shape. Everything else is done as in a real parse: scores, argmax, trees.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from unittest import mock

import torch
from torch import Tensor

from rightmost.model.decoder import GraphDecoder
from rightmost.model.network import Network
from rightmost.search import parse
from rightmost.search.beam import beam_search
from rightmost.search.greedy import Greedy, greedy_search
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.trees.tree import Tree
from samples import random_tree, random_trees
from shapes import random_network

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def synchronised() -> float:
    if DEVICE.type == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The fewest seconds of some runs, after one to warm up."""
    work()
    times = []
    for _ in range(repeats):
        start = synchronised()
        work()
        times.append(synchronised() - start)
    return min(times)


def network_for(name: str, trees: list[Tree]) -> Network:
    network = random_network(name, Vocabulary.from_trees(trees)).to(DEVICE).eval()
    return network.to(torch.bfloat16) if DEVICE.type == "cuda" else network


@torch.inference_mode()
def encoder_alone(network: Network, trees: list[Tree]) -> None:
    """The Hugging Face encoder's forward passes, length-sorted, in the batches that a parse makes."""
    windows = [network.subwords.windows(tree.words) for tree in sorted(trees, key=lambda tree: len(tree.words))]
    for batch in parse._batches(windows):
        input_ = network.input_of([windows[number] for number in batch]).to(DEVICE)
        network.encoder.transformer(input_ids=input_.pieces, attention_mask=input_.mask)


@contextmanager
def driven_by(trees: list[Tree], network: Network) -> Iterator[None]:
    """Within the block, each pool of a parse is taken through the trees' own actions."""
    by_length = sorted(trees, key=lambda tree: len(tree.words))
    gold = [torch.from_numpy(network.prepare(tree).decisions[:, 1:]).long().to(DEVICE) for tree in by_length]
    size = parse.TREES_AT_ONCE
    pools = cycle([torch.cat(gold[start : start + size]) for start in range(0, len(gold), size)])
    real = greedy_search

    def driven(decoder: GraphDecoder, words: Tensor, positions: Tensor, *, lengths: Sequence[int]) -> Greedy:
        return real(decoder, words, positions, lengths=lengths, forced=next(pools))

    with mock.patch.object(parse, "greedy_search", driven):
        yield


def compare(name: str, trees: list[Tree]) -> None:
    """Prints the whole parse over the encoder's own time."""
    network = network_for(name, trees)
    sentences = [tree.leaves for tree in trees]
    encoder = seconds(lambda: encoder_alone(network, trees))
    with driven_by(trees, network):
        whole = seconds(lambda: parse.parse_leaves(network, sentences))
    print(
        f"{name}: {len(trees)} sentences, {sum(len(tree.words) for tree in trees)} words: "
        f"encoder alone {encoder:.3f} s, "
        f"whole parse {whole:.3f} s, ratio {whole / encoder:.2f}, {len(trees) / whole:.0f} sentences a second",
        flush=True,
    )


def beams(name: str, trees: list[Tree], size: int) -> None:
    """Prints beam search over greedy search, decoders alone. (Both choose their own actions.)"""
    network = network_for(name, trees)
    lengths = [len(tree.words) for tree in trees]
    words = torch.randn(sum(lengths), network.config.width, device=DEVICE, dtype=next(network.parameters()).dtype)
    positions, decoder = network.encoder.position_table, network.decoder
    assert isinstance(decoder, GraphDecoder)
    with torch.inference_mode():
        one = seconds(lambda: greedy_search(decoder, words, positions, lengths=lengths))
        many = seconds(lambda: beam_search(decoder, words, positions, lengths=lengths, beam=size))
    print(f"{name}: greedy {one:.3f} s, beam {size} {many:.3f} s, ratio {many / one:.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--sentences", type=int, default=0)
    parser.add_argument("--lengths", type=int, nargs="+", default=[], help="one sentence of each length")
    parser.add_argument("--single", type=int, default=0, help="one sentence of so many words, by itself")
    parser.add_argument("--beam", type=int, default=0)
    arguments = parser.parse_args()
    for name in arguments.models:
        if arguments.sentences:
            compare(name, random_trees(arguments.sentences, mean_length=23.5))
        if arguments.single:
            compare(name, [random_tree(random.Random(1), arguments.single)])
        for length in arguments.lengths:
            compare(name, [random_tree(random.Random(1), length)])
        if arguments.beam:
            beams(name, random_trees(arguments.sentences or 100, mean_length=23.5), arguments.beam)


if __name__ == "__main__":
    main()
