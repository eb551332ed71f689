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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

import torch
from samples import random_tree, random_trees
from shapes import random_network

from rightmost.model.heads import ActionScores
from rightmost.model.network import Network
from rightmost.search import beam, greedy, parse
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.trees.tree import Tree

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
    """Within the block, greedy search takes the trees' own actions, after working out its own."""
    by_length = sorted(trees, key=lambda tree: len(tree.words))
    gold = {}
    for start in range(0, len(by_length), parse.TREES_AT_ONCE):
        pool = by_length[start : start + parse.TREES_AT_ONCE]
        numbers = [torch.from_numpy(network.prepare(tree).decisions[:, 1:]).long() for tree in pool]
        gold[sum(len(tree.words) for tree in pool), start] = torch.cat(numbers).to(DEVICE)
    pools = list(gold.values())
    real = greedy.best_actions
    place = {"pool": -1, "word": 0}

    def forced(scores: ActionScores) -> tuple[torch.Tensor, torch.Tensor]:
        chosen, value = real(scores)
        return _gold_rows(chosen), value

    def _gold_rows(chosen: torch.Tensor) -> torch.Tensor:
        rows = place["rows"]
        assert isinstance(rows, torch.Tensor)
        return pools[place["pool"]][rows[: len(chosen)] + place["word"]]

    real_grow = greedy.Forest.grow
    real_planted = greedy.Forest.planted.__func__  # type: ignore[attr-defined]

    def planted(cls: type, first_word: torch.Tensor, *, words: int, levels: int) -> greedy.Forest:
        place.update(pool=(place["pool"] + 1) % len(pools), word=0, rows=first_word)
        forest: greedy.Forest = real_planted(cls, first_word, words=words, levels=levels)
        return forest

    def grow(self: greedy.Forest, target: torch.Tensor, parent: torch.Tensor, new: torch.Tensor) -> None:
        real_grow(self, target, parent, new)
        place["word"] += 1

    with (
        mock.patch.object(greedy, "best_actions", forced),
        mock.patch.object(greedy.Forest, "planted", classmethod(planted)),
        mock.patch.object(greedy.Forest, "grow", grow),
    ):
        yield


def compare(name: str, trees: list[Tree]) -> None:
    """Prints the whole parse over the encoder's own time."""
    network = network_for(name, trees)
    sentences = [tree.leaves for tree in trees]
    encoder = seconds(lambda: encoder_alone(network, trees))
    with driven_by(trees, network):
        whole = seconds(lambda: parse.parse_leaves(network, sentences))
    print(
        f"{name}: {len(trees)} sentences, {sum(len(tree.words) for tree in trees)} words: encoder alone {encoder:.3f} s, "
        f"whole parse {whole:.3f} s, ratio {whole / encoder:.2f}, {len(trees) / whole:.0f} sentences a second",
        flush=True,
    )


def beams(name: str, trees: list[Tree], size: int) -> None:
    """Prints beam search over greedy search, decoders alone. (Both choose their own actions.)"""
    network = network_for(name, trees)
    lengths = [len(tree.words) for tree in trees]
    words = torch.randn(sum(lengths), network.config.width, device=DEVICE, dtype=next(network.parameters()).dtype)
    positions = network.encoder.position_table
    with torch.inference_mode():
        one = seconds(lambda: greedy.greedy_search(network.decoder, words, positions, lengths=lengths))  # type: ignore[arg-type]
        many = seconds(lambda: beam.beam_search(network.decoder, words, positions, lengths=lengths, beam=size))  # type: ignore[arg-type]
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
