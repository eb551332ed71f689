"""Attach-juxtapose against in-order shift-reduce over the same words' features: one encoder, frozen, and a new decoder of each.

    python benchmarks/decoders.py en --train masc.train.txt --style masc --dev masc.dev.txt wsj.dev.txt --output parses/

Both decoders see the same sentences in the same order. The trees of the development files go to OUTPUT/DECODER/, to be
compared with `rightmost errors GOLD OUTPUT/graph/FILE OUTPUT/in-order/FILE` and `rightmost compare`. (The encoder learnt its
features together with an attach-juxtapose decoder, which may favour that one.)
"""

from __future__ import annotations

import argparse
import math
import random
import time
from pathlib import Path

import torch
from torch import Tensor

from rightmost.evaluation.evalb import evaluate
from rightmost.model.build import assemble
from rightmost.model.folder import load_model
from rightmost.model.network import Example, Network
from rightmost.model.shipped import model_folder
from rightmost.search.parse import parse_leaves
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.normalise import without_wrapper

BATCH = 64  # sentences


def with_new_decoder(trained: Network, decoder: str, seed: int) -> Network:
    """The trained network with another decoder, as it is before it has learnt anything."""
    torch.manual_seed(seed)
    config = trained.config.model_copy(update={"decoder": decoder})
    network = assemble(config, trained.vocabulary, trained.encoder.transformer, trained.subwords)
    network.encoder, network.tag_head = trained.encoder, trained.tag_head
    return network


@torch.inference_mode()
def features_of(network: Network, examples: list[Example]) -> list[Tensor]:
    """Every sentence's words, encoded once and for all. (words, width) each"""
    found = []
    for start in range(0, len(examples), BATCH):
        batch = network.collate(examples[start : start + BATCH])
        words = network.encode(batch.input).to(torch.bfloat16)
        found += words.split([example.words for example in examples[start : start + BATCH]])
    return [words.clone() for words in found]


def train(network: Network, examples: list[Example], features: list[Tensor], *, epochs: int, rate: float) -> None:
    """Teaches the decoder alone."""
    network.decoder.train()
    update = torch.optim.AdamW(network.decoder.parameters(), lr=rate, fused=True)
    positions = network.encoder.position_table.detach()
    order = random.Random(1)
    batches = [list(range(start, min(start + BATCH, len(examples)))) for start in range(0, len(examples), BATCH)]
    for step in range(epochs * len(batches)):
        if step % len(batches) == 0:
            order.shuffle(batches)
        chosen = batches[step % len(batches)]
        for group in update.param_groups:
            done = step / (epochs * len(batches))
            group["lr"] = rate * min(1.0, (step + 1) / 50) * 0.5 * (1.0 + math.cos(math.pi * done))
        batch = network.collate([examples[number] for number in chosen])
        with torch.autocast("cpu", torch.bfloat16):
            words = torch.cat([features[number] for number in chosen]).float()
            prepared = network.decoder.prepare(words, positions)
            parts = [network._decision_loss(prepared, batch, chunk).sum() for chunk in network._chunks(batch)]
        loss = torch.stack(parts).sum() / len(chosen)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.decoder.parameters(), 10.0)
        update.step()
        update.zero_grad()
        if step % 50 == 0:
            print(f"step {step}: loss {loss.item():.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--train", required=True)
    parser.add_argument("--style")
    parser.add_argument("--dev", nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--decoders", nargs="+", default=["graph", "in-order"])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    trained = load_model(model_folder(given.model), device=torch.device("cpu")).eval()
    trees = sorted(map(without_wrapper, read_trees(given.train)), key=lambda tree: len(tree.words))
    features: list[Tensor] = []
    for decoder in given.decoders:
        network = with_new_decoder(trained, decoder, given.seed)
        examples = [network.prepare(tree, style=given.style) for tree in trees]
        features = features or features_of(network.eval(), examples)
        start = time.perf_counter()
        train(network, examples, features, epochs=given.epochs, rate=given.rate)
        print(f"{decoder}: {given.epochs} times {len(trees)} sentences in {time.perf_counter() - start:.0f} s", flush=True)
        folder = given.output / decoder
        folder.mkdir(parents=True, exist_ok=True)
        for path in map(Path, given.dev):
            gold = list(read_trees(path))
            predicted = parse_leaves(network.eval(), [tree.leaves for tree in gold])
            write_trees(predicted, folder / path.name)
            print(f"{decoder}: {path.name} F1 {evaluate(gold, predicted, gold_tags=True).f1:.2f}", flush=True)


if __name__ == "__main__":
    main()
