"""On a GPU: whether its steps give what the CPU's do, what each part of a parse takes, and which kernels take it.

python benchmarks/parts.py                                   the comparison alone; needs no test packages
python benchmarks/parts.py xlnet-large bert-large --beam 10
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import torch
from torch.profiler import ProfilerActivity, profile

from device import DEVICE, synchronised
from parsing import (
    device_part,
    driven_by,
    encoder_alone,
    encoder_for,
    interleaved,
    network_for,
    pools_for,
)
from rightmost.decoding import parse
from rightmost.decoding.beam import ragged_beam_search
from rightmost.decoding.beams import beam_search
from rightmost.decoding.greedy import greedy_search, ragged_search, start_greedy
from rightmost.model.build import build
from rightmost.model.graph_decoder import GraphDecoder
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
    decoder, positions = network.decoder, network.encoder.position_table
    assert isinstance(decoder, GraphDecoder)
    here = ragged_search(decoder, words, positions, lengths=lengths)
    some = lengths[:30]
    beams_here = ragged_beam_search(decoder, words[: sum(some)], positions, lengths=some, beam=5)
    network.to(DEVICE)
    words, positions = words.to(DEVICE), network.encoder.position_table
    for forced in (None, here.actions.to(DEVICE)) * 2:
        there = greedy_search(decoder, words, positions, lengths=lengths, forced=forced)
        same = (there.actions.cpu() == here.actions).all(1).float().mean()
        apart = (there.log_probabilities.cpu() - here.log_probabilities).abs().max()
        print(
            f"{layers} layers, forced {forced is not None}: same actions {same:.4f}, scores apart {apart:.1e}",
        )
    for _ in range(2):
        beams = beam_search(decoder, words[: sum(some)], positions, lengths=some, beam=5)
        pairs = [
            (one.tolist(), other.tolist())
            for ours, theirs in zip(beams, beams_here)
            for one, other in zip(ours.actions, theirs.actions)
        ]
        same_beams = sum(one == other for one, other in pairs) / len(pairs)
        print(f"{layers} layers: same trees in the same places of beams {same_beams:.4f}", flush=True)


@torch.inference_mode()
def parts(name: str, beam: int) -> None:
    """Prints the milliseconds of each part, and the kernels of the decoder."""
    trees = random_trees(2400, mean_length=23.5)
    network, alone = network_for(name, trees), encoder_for(name)
    pools = pools_for(network, trees)
    sentences = [tree.leaves for tree in trees]
    decoder, positions = network.decoder, network.encoder.position_table
    assert isinstance(decoder, GraphDecoder)
    features = [torch.cat([network.encode(batch) for batch in pool.batches]) for pool in pools]

    def decode() -> None:
        waiting = [
            start_greedy(decoder, words, positions, lengths=pool.lengths, forced=pool.gold)
            for pool, words in zip(pools, features)
        ]
        for wait in waiting:
            wait()

    works: dict[str, Callable[[], object]] = {
        "encoder alone": lambda: encoder_alone(alone, pools),
        "encoder and attention": lambda: [network.encode(batch) for pool in pools for batch in pool.batches],
        "decoder": decode,
        "device part": lambda: device_part(network, pools),
        "whole parse": lambda: parse.parse_leaves(network, sentences),
    }
    with driven_by(pools):
        report(name, works)
    if beam:
        own: dict[str, Callable[[], object]] = {
            "whole parse, own actions": lambda: parse.parse_leaves(network, sentences),
            f"whole parse, beam {beam}": lambda: parse.parse_leaves(network, sentences, beam=beam),
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
