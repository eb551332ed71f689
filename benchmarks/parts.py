"""On a GPU: whether its steps give what the CPU's do, what each part of a parse takes, and which kernels take it.

python benchmarks/parts.py                                   the comparison alone; needs no test packages
python benchmarks/parts.py xlnet-large bert-large --beam 10
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import numpy as np
import torch
from torch.profiler import ProfilerActivity, profile

from device import DEVICE, synchronised
from parsing import (
    ENGINE,
    Driven,
    device_part,
    encoder_alone,
    encoder_for,
    interleaved,
    network_for,
    pools_for,
)
from rightmost.decoding import parse
from rightmost.decoding.beam import BeamSearch
from rightmost.decoding.engine import RaggedEngine
from rightmost.decoding.greedy import Forced, Greedy
from rightmost.decoding.partial_trees import Found, Policy
from rightmost.engine_choice import engine_for
from rightmost.model.build import build
from rightmost.model.model_config import ModelConfig
from rightmost.model.vocabulary import Vocabulary
from rightmost.outcome import run
from samples import random_trees


@torch.inference_mode()
def compare(layers: int) -> None:
    """Prints how far searches on the device are from the ragged ones on the CPU, in float32, graphs replayed last."""
    torch.manual_seed(0)
    config = ModelConfig(encoder="tiny", width=64, attention_layers=1, feedforward=16, positions=150, gcn_layers=layers)
    network = build(config, Vocabulary(tuple("ABCDEFGH"), ("X",))).eval()
    for weight in network.other_parameters():
        weight.add_(torch.randn_like(weight) * 0.2)
    choose = random.Random(1)
    lengths = [max(1, int(choose.gammavariate(4, 6))) for _ in range(120)]
    words = torch.randn(sum(lengths), config.width)
    here = RaggedEngine().start(
        network.decoder, words, network.encoder.position_table, lengths=lengths, policy=Greedy()
    )()
    some = lengths[:30]
    beams = RaggedEngine().start(
        network.decoder, words[: sum(some)], network.encoder.position_table, lengths=some, policy=BeamSearch(5)
    )()
    network.to(DEVICE)
    engine, words, positions = engine_for(DEVICE), words.to(DEVICE), network.encoder.position_table
    gold = [torch.from_numpy(each[0, :length]).long().to(DEVICE) for each, length in zip(here.actions, lengths)]
    cases: list[tuple[str, Policy, list[int], Found]] = [
        ("greedy", Greedy(), lengths, here),
        ("forced", Forced(gold), lengths, here),
        ("beam 5", BeamSearch(5), some, beams),
    ]
    for what, policy, these, expected in cases * 2:
        there = engine.start(network.decoder, words[: sum(these)], positions, lengths=these, policy=policy)()
        pairs = [
            (ours[copy, :length].tolist(), theirs[copy, :length].tolist())
            for ours, theirs, total, length in zip(there.actions, expected.actions, expected.total, these)
            for copy in range(int((total > float("-inf")).sum()))
        ]
        same = sum(one == other for one, other in pairs) / len(pairs)
        real = np.isfinite(expected.total)
        difference = np.abs(there.total - expected.total)[real].max()
        print(f"{layers} layers, {what}: same trees {same:.4f}, scores differ by {difference:.1e} at most", flush=True)


@torch.inference_mode()
def parts(name: str, beam: int) -> None:
    """Prints the milliseconds of each part, and the kernels of the decoder."""
    trees = random_trees(2400, mean_length=23.5)
    network, alone = network_for(name, trees), encoder_for(name)
    pools = pools_for(network, trees)
    sentences = [tree.leaves for tree in trees]
    decoder, positions = network.decoder, network.encoder.position_table
    driven = Driven(pools)
    features = [torch.cat([network.encode(batch) for batch in pool.batches]) for pool in pools]

    def decode() -> None:
        waiting = [
            ENGINE.start(decoder, words, positions, lengths=pool.lengths, policy=pool.gold)
            for pool, words in zip(pools, features)
        ]
        for wait in waiting:
            wait()

    works: dict[str, Callable[[], object]] = {
        "encoder alone": lambda: encoder_alone(alone, pools),
        "encoder and attention": lambda: [network.encode(batch) for pool in pools for batch in pool.batches],
        "decoder": decode,
        "device part": lambda: device_part(network, pools),
        "whole parse": lambda: parse.parse_leaves(network, sentences, engine=driven),
    }
    report(name, works)
    if beam:
        own: dict[str, Callable[[], object]] = {
            "whole parse, own actions": lambda: parse.parse_leaves(network, sentences, engine=ENGINE),
            f"whole parse, beam {beam}": lambda: parse.parse_leaves(network, sentences, engine=ENGINE, beam=beam),
        }
        report(name, own)
    kernels(f"{name}: decoder", decode)
    kernels(f"{name}: encoder and attention", works["encoder and attention"])


def report(name: str, works: dict[str, Callable[[], object]]) -> None:
    """Prints what each takes, and its ratio to the first."""
    times = interleaved(*works.values())
    for what, taken in zip(works, times):
        print(f"{name}: {what} {1000 * taken:.1f} ms, ratio {taken / times[0]:.2f}", flush=True)


def kernels(what: str, work: Callable[[], object], most: int = 16) -> None:
    """Prints the kernels that take longest."""
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
        work()
        synchronised()
    print(what)
    for row in sorted(profiled.key_averages(), key=lambda row: -row.self_device_time_total)[:most]:
        print(f"{row.self_device_time_total / 1000:9.2f} ms {row.count:7d}  {row.key[:90]}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--beam", type=int, default=0)
    arguments = parser.parse_args()
    for layers in (2, 4):
        compare(layers)
    for name in arguments.models:
        parts(name, arguments.beam)


if __name__ == "__main__":
    run(main)
