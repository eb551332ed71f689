"""How good trees are whose words must be placed before the sentence is over: F1 and exact match by look-ahead.

    python benchmarks/look_ahead.py MODEL GOLD... [--look-ahead 0 1 2 3 5 all] [--most 100] [--longest 40]

With a look-ahead of k, word i is placed when the words up to i + k are known, and never moved. The sentence's end
counts as one more thing to be seen. `all` parses whole sentences. Gold tags are put into the trees, as evaluate
--gold-tags does. Of each file `--most` sentences of up to `--longest` words are taken, spread evenly.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from time import perf_counter

import numpy as np
import torch
from torch import Tensor

from rightmost.decoding.forest import Forest
from rightmost.decoding.parse import batches_of, parse_leaves
from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.errors import BadUsage, RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.limits import PIECES_AT_ONCE, PIECES_AT_ONCE_ON_A_GPU
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.outcome import run
from rightmost.transitions.system import System
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Leaf, Tree

POOL = 1024  # sentences that grow side by side

Sentence = Sequence[Leaf]


@torch.inference_mode()
def parse_ahead(network: Network, sentences: Sequence[Sentence], *, look_ahead: int | None) -> list[Tree]:
    """The tree of each sentence, each word placed by an encoding of the words up to `look_ahead` after it."""
    if look_ahead is None:
        return parse_leaves(network, sentences)
    order = sorted(range(len(sentences)), key=lambda number: -len(sentences[number]))
    trees: dict[int, Tree] = {}
    for start in range(0, len(order), POOL):
        pool = order[start : start + POOL]
        trees |= zip(pool, _parsed([sentences[number] for number in pool], network, look_ahead))
    return [trees[number] for number in range(len(sentences))]


def _parsed(sentences: Sequence[Sentence], network: Network, look_ahead: int) -> list[Tree]:
    """The trees of one pool, whose sentences come longest first."""
    device = network.encoder.position_table.device
    lengths = [len(sentence) for sentence in sentences]
    forest = Forest.planted(
        torch.zeros(len(lengths), dtype=torch.long, device=device), words=lengths[0], levels=network.decoder.levels
    )
    actions = []
    for word in range(lengths[0]):
        left = sum(length > word for length in lengths)
        forest.keep_first(left)
        seen = [min(word + look_ahead + 1, length) for length in lengths[:left]]
        ended = [word + look_ahead >= length for length in lengths[:left]]
        features = torch.cat(list(_encoded(network, sentences[:left], seen, ended)))
        count = torch.tensor(seen, device=device)
        forest.first_word = count.cumsum(0) - count
        prepared = network.decoder.prepare(features, network.encoder.position_table)
        taken, _ = network.decoder(prepared, forest.states()).best()
        actions.append(taken.cpu().numpy())
        forest.grow(taken)
    in_order = [step[number] for number, length in enumerate(lengths) for step in actions[:length]]
    leaves = [leaf for sentence in sentences for leaf in sentence]
    return TreeBuilder(network.vocabulary).trees(np.array(in_order), leaves, lengths)


def _encoded(
    network: Network, sentences: Sequence[Sentence], seen: Sequence[int], ended: Sequence[bool]
) -> Iterator[Tensor]:
    """The features of so many words of each sentence."""
    device = network.encoder.position_table.device
    words = [[leaf.word for leaf in sentence[:count]] for sentence, count in zip(sentences, seen)]
    windows = [network.windows(each, finished=over) for each, over in zip(words, ended)]
    pieces = PIECES_AT_ONCE_ON_A_GPU if device.type == "cuda" else PIECES_AT_ONCE
    for batch in batches_of(windows, pieces=pieces):
        yield network.encode(network.input_of([windows[number] for number in batch]).to(device))


def gold_of(path: str, *, most: int | None, longest: int | None) -> list[Tree]:
    """So many of the file's trees of no more than so many words, spread evenly."""
    found = [tree for tree in read_trees(path) if longest is None or len(tree.words) <= longest]
    count = len(found) if most is None else min(most, len(found))
    if count < 1:
        raise RightmostError(f"{path}: no sentence to be taken from it; raise --most or --longest")
    return [found[number * len(found) // count] for number in range(count)]


def _step(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}; give a whole number, 0 or more, or all")
    return int(text)


def show(name: str, gold: Sequence[Tree], predicted: Sequence[Sequence[Tree]]) -> None:
    scores = [evaluate(gold, trees, gold_tags=True) for trees in predicted]
    figures = " | ".join(f"{each.f1:.2f} {each.exact_match:.1f}" for each in scores)
    print(f"| {name} | {len(gold)} | {figures} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("gold", nargs="+")
    parser.add_argument("--look-ahead", type=_step, nargs="+", default=[0, 1, 2, 3, 5, None], metavar="K")
    parser.add_argument("--most", type=int, help="sentences of each file; all unless given")
    parser.add_argument("--longest", type=int, help="words of a sentence; any number unless given")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--float32", action="store_true", help="instead of bfloat16 by autocast")
    given = parser.parse_args()
    device = torch.device(given.device)
    files = [(path, gold_of(path, most=given.most, longest=given.longest)) for path in given.gold]
    network = load_model(model_folder(given.model), device=device)
    if network.decoder.system is System.IN_ORDER:
        raise BadUsage("an in-order decoder has no look-ahead; give a model with another")
    gold = [tree for _, trees in files for tree in trees]
    started = perf_counter()
    lower = nullcontext() if given.float32 else torch.autocast(device.type, dtype=torch.bfloat16)
    with lower:
        every = [parse_ahead(network, [tree.leaves for tree in gold], look_ahead=k) for k in given.look_ahead]
    print(f"{given.model}, {perf_counter() - started:.0f} s; F1 and exact match by look-ahead")
    names = ["all" if k is None else str(k) for k in given.look_ahead]
    print(f"| trees | sentences | {' | '.join(names)} |\n|---|---|{'---|' * len(names)}")
    start = 0
    for path, trees in files:
        show(path.rpartition("/")[2].removesuffix(".txt"), trees, [all_[start : start + len(trees)] for all_ in every])
        start += len(trees)
    if len(files) > 1:
        show("together", gold, every)


if __name__ == "__main__":
    run(main)
