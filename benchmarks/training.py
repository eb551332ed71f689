"""What the decoder adds to a training step, and how long an epoch takes.

python benchmarks/training.py xlnet-large bert-large --sentences 512
python benchmarks/training.py minilm-l12 --epoch 50000
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import cast

import torch
from torch import nn

from device import DEVICE, synchronised
from rightmost.model.network import Batch, Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.outcome import run
from rightmost.trees.tree import Tree
from samples import random_tree, random_trees
from shapes import hugging_face, random_network


def alike_in_length(sentences: int, words: int = 0) -> list[Tree]:
    """Trees of `words` words; or of about 23, as a length-bucketed batch has them: the middle eighth of a treebank."""
    if words:
        return [random_tree(random.Random(number), words) for number in range(sentences)]
    trees = sorted(random_trees(8 * sentences, mean_length=23), key=lambda tree: len(tree.words))
    first = 4 * sentences
    return trees[first : first + sentences]


def seconds(step: Callable[[], object], repeats: int) -> float:
    """The median time of a step, after two to warm up."""
    times = []
    for number in range(repeats + 2):
        start = synchronised()
        step()
        if number >= 2:
            times.append(synchronised() - start)
    return sorted(times)[len(times) // 2]


def optimiser(parameters: list[torch.nn.Parameter]) -> torch.optim.Optimizer:
    return torch.optim.AdamW(parameters, lr=1e-6, fused=DEVICE.type == "cuda")


def whole_step(network: Network, batch: Batch, update: torch.optim.Optimizer) -> None:
    with torch.autocast(DEVICE.type, torch.bfloat16):
        loss = network.loss(batch).total / batch.sentences
    loss.backward()
    update.step()
    update.zero_grad()


def encoder_step(transformer: nn.Module, batch: Batch, update: torch.optim.Optimizer) -> None:
    with torch.autocast(DEVICE.type, torch.bfloat16):
        output = transformer(input_ids=batch.input.pieces, attention_mask=batch.input.mask).last_hidden_state
        loss = output.float().square().mean()
    loss.backward()
    update.step()
    update.zero_grad()


def compare_steps(name: str, trees: list[Tree], repeats: int) -> None:
    """Prints a whole step's time over a step's of the encoder alone."""
    if DEVICE.type == "cuda":
        torch.cuda.reset_peak_memory_stats()
    network = random_network(name, Vocabulary.from_trees(trees))
    batch = network.collate([network.prepare(tree) for tree in trees]).to(DEVICE)
    encoder = alone(name, batch, repeats)
    network.to(DEVICE).train()
    both = optimiser(list(network.parameters()))
    whole = seconds(lambda: whole_step(network, batch, both), repeats)
    memory = torch.cuda.max_memory_allocated() / 2**30 if DEVICE.type == "cuda" else float("nan")
    print(
        f"{name}: {len(trees)} sentences, {batch.words} states: encoder alone {1000 * encoder:.1f} ms, "
        f"whole step {1000 * whole:.1f} ms, ratio {whole / encoder:.3f}, "
        f"{batch.words / whole:.0f} states a second, {memory:.1f} GiB at most",
        flush=True,
    )


def alone(name: str, batch: Batch, repeats: int) -> float:
    """The time of a step of the encoder alone, in transformers' implementation."""
    transformer = cast(nn.Module, hugging_face(name)).to(DEVICE).train()
    update = optimiser(list(transformer.parameters()))
    return seconds(lambda: encoder_step(transformer, batch, update), repeats)


def epoch(name: str, trees: list[Tree], sentences: int, batch_size: int) -> None:
    """Prints how long `sentences` sentences take, batches made while the device works."""
    network = random_network(name, Vocabulary.from_trees(trees)).to(DEVICE).train()
    update = optimiser(list(network.parameters()))
    start = time.perf_counter()
    examples = sorted((network.prepare(tree) for tree in trees), key=lambda example: example.words)
    prepared = time.perf_counter() - start
    batches = [examples[begin : begin + batch_size] for begin in range(0, len(examples), batch_size)]
    rounds = max(1, sentences // len(examples))
    whole_step(network, network.collate(batches[-1]).to(DEVICE), update)
    start = synchronised()
    for _ in range(rounds):
        for part in batches:
            whole_step(network, network.collate(part).to(DEVICE), update)
    took = synchronised() - start
    print(
        f"{name}: {rounds * len(examples)} sentences in batches of {batch_size}: {took:.1f} s, "
        f"{rounds * sum(example.words for example in examples) / took:.0f} states a second "
        f"(preparing {len(examples)} sentences once: {prepared:.1f} s)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--sentences", type=int, nargs="+", default=[512])
    parser.add_argument("--words", type=int, default=0, help="sentences of exactly so many words")
    parser.add_argument("--epoch", type=int, default=0, help="time so many sentences instead of single steps")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--repeats", type=int, default=10)
    arguments = parser.parse_args()
    for name in arguments.models:
        if arguments.epoch:
            epoch(name, random_trees(min(arguments.epoch, 5000), mean_length=23), arguments.epoch, arguments.batch)
        else:
            for sentences in arguments.sentences:
                compare_steps(name, alike_in_length(sentences, arguments.words), arguments.repeats)


if __name__ == "__main__":
    run(main)
