"""What parsing costs against the length of a sentence, and against the number of sentences, plotted to docs/plots/.

    python benchmarks/cost.py runs/en/best --device cpu                      a trained model, generated sentences
    python benchmarks/cost.py minilm-l12                                     random weights, driven by gold actions
    python benchmarks/cost.py runs/en/best --device cuda --counts 100 1000 10000 100000

Prints every figure. A size that would take longer than --budget seconds, going by the size before it, is left out, and
said to be. --plot draws docs/plots/cost-DEVICE.svg (pip install 'rightmost[plots]'); with --figures FILE, from what
this script printed elsewhere.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

import parsing
import rightmost
from device import DEVICE
from plots import picture
from rightmost.decoding.parse import parse_leaves
from rightmost.errors import BadUsage
from rightmost.outcome import run
from rightmost.parser import Parser
from samples import random_tree, random_trees
from sentences import generated
from shapes import MODELS

LENGTHS = (10, 20, 50, 100, 200, 500, 1000, 2000)
COUNTS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
MEAN_LENGTH = 20
LONG = 15.0  # seconds: the first run of so long a work is good enough, whatever is done for the first time in it
Work = Callable[[], object]
Costs = dict[int, float]  # by size, in seconds


class Trained:
    """A trained model, which chooses its own actions, over generated sentences."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser

    def one(self, words: int) -> Work:
        (sentence,) = generated(1, words=words)
        return lambda: self.parser.parse(sentence)

    def many(self, count: int) -> Work:
        choose = random.Random(count)
        lengths = [max(3, round(choose.gammavariate(4, MEAN_LENGTH / 4))) for _ in range(count)]
        sentences = [generated(1, words=length, seed=number)[0] for number, length in enumerate(lengths)]
        return lambda: sum(1 for _ in self.parser.parse_many(sentences))


class Random:
    """Random weights of a model's size, taken through the actions of random trees of realistic shape."""

    def __init__(self, name: str) -> None:
        self.network = parsing.network_for(name, random_trees(50))

    def one(self, words: int) -> Work:
        return self._work([random_tree(random.Random(1), words)])

    def many(self, count: int) -> Work:
        return self._work(random_trees(count, mean_length=MEAN_LENGTH))

    def _work(self, trees: list[rightmost.Tree]) -> Work:
        pools = parsing.pools_for(self.network, trees)

        def work() -> None:
            with parsing.driven_by(pools):
                parse_leaves(self.network, [tree.leaves for tree in trees])

        return work


def seconds(work: Work, *, repeats: int, device: str) -> float:
    """The fewest seconds of some runs, after one to warm up; of that one alone if it is long."""
    warm_up = once(work, device=device)
    if repeats == 1 and warm_up > LONG:
        return warm_up
    return min([once(work, device=device) for _ in range(repeats)])


def once(work: Work, *, device: str) -> float:
    start = now(device)
    work()
    return now(device) - start


def now(device: str) -> float:
    if device.startswith("cuda"):
        torch.cuda.synchronize()
    return time.perf_counter()


def costs(make: Callable[[int], Work], sizes: Sequence[int], *, what: str, budget: float, device: str) -> Costs:
    """The seconds of each size, printed as they come."""
    found: Costs = {}
    for size in sizes:
        if found:
            last = max(found)
            expected = found[last] * size / last
            if expected > budget:
                print(f"{size} {what}: left out, it would take about {expected:.0f} s", flush=True)
                continue
        found[size] = seconds(make(size), repeats=3 if size <= 1000 else 1, device=device)
        each = 1000 * found[size] / size
        print(f"{size} {what}: {found[size]:.3f} s, {each:.3f} ms each", flush=True)
    return found


def read(printed: str, *, what: str) -> Costs:
    """The seconds of each size from what `costs` printed."""
    return {
        int(size): float(taken) for size, taken in re.findall(rf"^(\d+) {what}: ([\d.]+) s,", printed, re.MULTILINE)
    }


def plot(by_length: Costs, by_count: Costs, *, device: str) -> None:
    with picture(f"cost-{device}", panels=2) as (left, right):
        for axes, found, what in ((left, by_length, "words in one sentence"), (right, by_count, "sentences")):
            sizes = list(found)
            axes.loglog(sizes, list(found.values()), "o-", color="tab:blue", label="parsing")
            last = sizes[-1]
            straight = [found[last] * size / last for size in sizes]
            axes.loglog(sizes, straight, color="tab:grey", linewidth=1, label="in proportion")
            axes.set(xlabel=what, ylabel="seconds")
            axes.legend(fontsize="small")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help=f"a model's name or folder; or, for random weights, {', '.join(MODELS)}")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--lengths", type=int, nargs="*", default=LENGTHS)
    parser.add_argument("--counts", type=int, nargs="*", default=COUNTS)
    parser.add_argument("--budget", type=float, default=120.0)
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--figures", type=Path, help="what this script printed elsewhere: nothing is measured")
    given = parser.parse_args()
    if given.figures:
        printed = given.figures.read_text()
        by_length, by_count = read(printed, what="words"), read(printed, what="sentences")
    else:
        by_length, by_count = measured(given)
    if given.plot and by_length and by_count:
        plot(by_length, by_count, device=given.device)


def measured(given: argparse.Namespace) -> tuple[Costs, Costs]:
    """The costs by the length of a sentence, and by the number of sentences."""
    subject: Trained | Random
    if given.model in MODELS:
        if torch.device(given.device).type != DEVICE.type or given.dtype != "auto":
            raise BadUsage(
                f"random weights are measured on {DEVICE} alone, in its dtype: leave --device and --dtype out"
            )
        subject = Random(given.model)
    else:
        subject = Trained(rightmost.load(given.model, device=given.device, dtype=given.dtype))
    print(f"{given.model} on {given.device}, {torch.get_num_threads()} threads")
    common = {"budget": given.budget, "device": given.device}
    by_length = costs(subject.one, given.lengths, what="words", **common)
    return by_length, costs(subject.many, given.counts, what="sentences", **common)


if __name__ == "__main__":
    run(main)
