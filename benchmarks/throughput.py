"""Sentences a second on the CPU in each dtype, side by side in one run; and what each dtype costs in F1.

    python benchmarks/throughput.py MODEL                                  generated sentences of 20 words
    python benchmarks/throughput.py MODEL --gold masc.dev.txt              the file's own, and F1 over all of its trees
    python benchmarks/throughput.py MODEL --threads 1 --beam 10

The dtypes run in turn, so that a busy machine slows all of them; the best turn of each is printed, and the median.
"One by one" is the time of a single sentence, as in a program that waits for it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence

import torch

import rightmost
from rightmost.outcome import run
from rightmost.parser import Parser
from sentences import f1_of, generated, gold_trees, of_length

DTYPES = ("float32", "bfloat16", "int8")


def seconds(parser: Parser, sentences: Sequence[list[str]], *, beam: int) -> float:
    start = time.perf_counter()
    for _ in parser.parse_many(sentences, beam=beam):
        pass
    return time.perf_counter() - start


def seconds_one_by_one(parser: Parser, sentences: Sequence[list[str]], *, beam: int) -> float:
    """The median time of a single sentence."""
    times = []
    for sentence in sentences:
        start = time.perf_counter()
        parser.parse(sentence, beam=beam)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def taken_in_turns(
    parsers: dict[str, Parser], sentences: Sequence[list[str]], *, repeats: int, beam: int
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """The seconds of each turn of each parser, over all sentences and over a single one."""
    together: dict[str, list[float]] = {dtype: [] for dtype in parsers}
    alone: dict[str, list[float]] = {dtype: [] for dtype in parsers}
    for turn in range(repeats + 1):  # the first warms up
        for dtype, parser in parsers.items():
            all_at_once = seconds(parser, sentences, beam=beam)
            one_by_one = seconds_one_by_one(parser, sentences[:15], beam=beam)
            if turn:
                together[dtype].append(all_at_once)
                alone[dtype].append(one_by_one)
    return together, alone


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--gold", nargs="*", default=[], help="files of gold trees")
    parser.add_argument("--most", type=int, help="of the gold trees, so many for F1")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--words", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=list(DTYPES))
    return parser.parse_args()


def main() -> None:
    given = arguments()
    torch.set_num_threads(given.threads)
    trees = gold_trees(given.gold) if given.gold else []
    if trees:
        sentences = of_length(trees, given.sentences, words=given.words)
    else:
        sentences = generated(given.sentences, words=given.words)
    parsers = {dtype: rightmost.load(given.model, device="cpu", dtype=dtype) for dtype in given.dtypes}
    together, alone = taken_in_turns(parsers, sentences, repeats=given.repeats, beam=given.beam)
    print(
        f"{len(sentences)} {'' if trees else 'generated '}sentences of {given.words} words, beam {given.beam}, "
        f"{given.threads} threads, load average {os.getloadavg()[0]:.1f}"
    )
    print(f"{'dtype':9} {'a second':>9} {'median':>7} {'ratio':>6} {'one by one':>11}" + ("     F1" if trees else ""))
    for dtype, loaded in parsers.items():
        best, median = (len(sentences) / value for value in (min(together[dtype]), statistics.median(together[dtype])))
        ratio = min(together[given.dtypes[0]]) / min(together[dtype])
        score = f" {f1_of(loaded, gold_trees(given.gold, given.most), beam=given.beam):6.2f}" if trees else ""
        print(f"{dtype:9} {best:9.1f} {median:7.1f} {ratio:6.2f} {1000 * min(alone[dtype]):8.1f} ms{score}", flush=True)


if __name__ == "__main__":
    run(main)
