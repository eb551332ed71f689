"""Comparing two parsers on 2,500 sentences with 10,000 resamples (allowed: five seconds), from files to the table.

python benchmarks/significance.py
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from clock import best_of
from evaluation import SENTENCES, disturbed
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.pairs import read_pair
from rightmost.evaluation.significance import RESAMPLES, compare
from rightmost.evaluation.significance_report import comparison_report
from rightmost.trees.brackets import write_trees
from samples import random_trees

RUNS = 3


def main() -> None:
    choose = random.Random(0)
    golds = random_trees(SENTENCES)
    parses = [[disturbed(choose, tree) for tree in golds] for _ in range(2)]
    scores = [evaluate(golds, parse) for parse in parses]
    with tempfile.TemporaryDirectory() as folder:
        gold, *files = (Path(folder, name) for name in ("gold.txt", "a.txt", "b.txt"))
        for trees, file in zip([golds, *parses], [gold, *files]):
            write_trees(trees, file)

        def in_all() -> str:
            one, other = (evaluate(*read_pair(gold, file)) for file in files)
            return comparison_report(compare(one, other), one="a.txt", other="b.txt")

        print(in_all())
        tests = best_of(RUNS, lambda: compare(*scores))
        print(f"{SENTENCES} sentences, {RESAMPLES} resamples, both tests: {tests:.2f} s")
        print(f"the same from files, with the scoring and the table: {best_of(RUNS, in_all):.2f} s")


if __name__ == "__main__":
    main()
