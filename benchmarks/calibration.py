"""Whether brackets are right as often as the parser is sure of them (`tree.confidence`).

    python benchmarks/calibration.py MODEL GOLD... [--beam 10] [--most 300] [--plot]

A bracket is right if the gold tree has the same label over the same words, punctuation included: stricter than evalb.
With --plot, docs/plots/calibration.svg is drawn (pip install 'rightmost[plots]'). --temperatures prints what the error
would be if log-probabilities were first divided by each: above 1 the parser is less sure.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import rightmost
from calibration_of_brackets import Reliability, claims, reliability
from plots import picture
from rightmost.decoding.parse import parse_sentences
from rightmost.decoding.scored import Scored, with_confidence
from rightmost.outcome import run
from rightmost.trees.tree import Tree
from sentences import gold_trees


def reliability_at(temperature: float, gold: Sequence[Tree], beams: Sequence[Sequence[Scored]]) -> Reliability:
    """Of each beam's best tree, its confidences made anew from log-probabilities divided by the temperature."""
    best = [
        with_confidence([Scored(each.tree, each.log_probability / temperature) for each in beam])[0].tree
        for beam in beams
    ]
    return reliability(claim for tree, made in zip(gold, best) for claim in claims(tree, made))


def show(found: Reliability) -> None:
    print("| confidence | brackets | claimed | right |\n|---|---|---|---|")
    for each in found.bins:
        values = f"{100 * each.claimed:.1f} | {100 * each.right:.1f}" if each.count else "|"
        print(f"| {each.low:.1f} to {each.high:.1f} | {each.count} | {values} |")
    right = sum(each.count * each.right for each in found.bins) / found.count
    claimed = sum(each.count * each.claimed for each in found.bins) / found.count
    print(
        f"all: {found.count} brackets, claimed {100 * claimed:.2f} %, right {100 * right:.2f} %, "
        f"expected calibration error {100 * found.error:.2f} points",
        flush=True,
    )


def plot(found: Reliability, *, beam: int) -> None:
    with picture("calibration") as (axes,):
        full = [each for each in found.bins if each.count]
        axes.plot([0, 100], [0, 100], color="tab:grey", linewidth=1, label="as sure as right")
        claimed, right = [100 * each.claimed for each in full], [100 * each.right for each in full]
        axes.plot(claimed, right, "o-", color="tab:blue", label=f"beam {beam}")
        for each, left, height in zip(full, claimed, right):
            axes.annotate(f"{each.count}", (left, height), (4, -10), textcoords="offset points", fontsize="x-small")
        axes.set(xlabel="confidence, percent", ylabel="right, percent (small: how many brackets)")
        axes.legend(fontsize="small")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("gold", nargs="+")
    parser.add_argument("--beam", type=int, default=10)
    parser.add_argument("--most", type=int, help="trees, spread evenly over all files")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--temperatures", type=float, nargs="*", default=[])
    given = parser.parse_args()
    gold = gold_trees(given.gold, given.most)
    network = rightmost.load(given.model, device=given.device).network
    beams = parse_sentences(network, [tree.leaves for tree in gold], beam=given.beam, k=given.beam)
    found = reliability_at(1.0, gold, beams)
    print(f"{len(gold)} sentences, beam {given.beam}")
    show(found)
    for temperature in given.temperatures:
        error = reliability_at(temperature, gold, beams).error
        print(f"temperature {temperature:g}: expected calibration error {100 * error:.2f} points", flush=True)
    if given.plot:
        plot(found, beam=given.beam)


if __name__ == "__main__":
    run(main)
