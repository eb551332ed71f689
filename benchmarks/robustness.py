"""F1 on text as people type it, each with the loss against clean text.

    python benchmarks/robustness.py MODEL GOLD... [--beam 10] [--most 300] [--typos 0.05 0.1]

Words change and trees stay (`rightmost.training.data.noise`); without final punctuation, the gold trees lose it too. evalb
leaves punctuation out of its brackets, so all rows are over the same ones, but for what stood over a full stop alone.
Typos are a matter of luck: their rows are the mean of DRAWS of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import mean

import rightmost
from rightmost.outcome import run
from rightmost.training.data.noise import (
    curly,
    lower_cased,
    over_words,
    upper_cased,
    with_typos,
    without_apostrophes,
    without_final_punctuation,
)
from rightmost.trees.tree import Tree
from sentences import f1_of, gold_trees

DRAWS = 5


def noises(typos: Sequence[float]) -> Mapping[str, Sequence[Callable[[Tree], Tree]]]:
    """The kinds of noise, by name, clean first: one function, or several draws."""
    slips = {
        f"typos in {share:.0%} of words": [
            over_words(partial(_slipped, draw=draw, share=share)) for draw in range(DRAWS)
        ]
        for share in typos
    }
    return {
        "clean": [lambda tree: tree],
        "lower-cased": [over_words(lower_cased)],
        "upper-cased": [over_words(upper_cased)],
        "without final punctuation": [without_final_punctuation],
        "lower-cased, without final punctuation": [
            lambda tree: over_words(lower_cased)(without_final_punctuation(tree))
        ],
        "curly quotes and dashes": [over_words(curly)],
        "without apostrophes": [over_words(without_apostrophes)],
        **slips,
    }


def _slipped(words: Sequence[str], *, draw: int, share: float) -> tuple[str, ...]:
    """The words with typos: in one draw, the same words always have the same."""
    return with_typos(words, Random(f"{draw} {' '.join(words)}"), share=share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("gold", nargs="+")
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--most", type=int, help="trees of each file, spread evenly")
    parser.add_argument("--typos", type=float, nargs="+", default=[0.05, 0.1])
    parser.add_argument("--device", default="auto")
    given = parser.parse_args()
    model = rightmost.load(given.model, device=given.device)
    files = {path: gold_trees([path], given.most) for path in given.gold}
    print(f"beam {given.beam}, trees: " + ", ".join(f"{path} {len(trees)}" for path, trees in files.items()))
    print("| text |" + "".join(f" {path.rsplit('/', 1)[-1].removesuffix('.txt')} | loss |" for path in files))
    print("|---|" + "---|---|" * len(files))
    clean: dict[str, float] = {}
    for name, draws in noises(given.typos).items():
        row = f"| {name} |"
        for path, trees in files.items():
            f1 = mean(f1_of(model, [noise(tree) for tree in trees], beam=given.beam) for noise in draws)
            clean.setdefault(path, f1)
            row += f" {f1:.2f} | {clean[path] - f1:.2f} |"
        print(row, flush=True)


if __name__ == "__main__":
    run(main)
