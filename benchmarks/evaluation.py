"""Scoring 2,500 sentences (allowed: one second), from files to the finished report, and beside the C program if given.

python benchmarks/evaluation.py [--evalb PATH]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

from clock import best_of
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.evalb_report import report
from rightmost.evaluation.pairs import read_pair
from rightmost.trees.brackets import write_trees
from rightmost.trees.tree import Tree
from samples import LABELS, random_trees

SENTENCES = 2_500
RUNS = 5


def disturbed(choose: random.Random, tree: Tree) -> Tree:
    """The tree with one label in ten changed."""
    flat = [
        (choose.choice(LABELS) if change > 0 and choose.random() < 0.1 else item, change) for item, change in tree.flat
    ]
    return Tree.from_flat(tuple(flat))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evalb", help="a compiled evalb to compare with")
    evalb = parser.parse_args().evalb
    choose = random.Random(0)
    golds = random_trees(SENTENCES)
    predictions = [disturbed(choose, tree) for tree in golds]
    with tempfile.TemporaryDirectory() as folder:
        gold, predicted = Path(folder, "gold.txt"), Path(folder, "predicted.txt")
        write_trees(golds, gold)
        write_trees(predictions, predicted)
        in_memory = best_of(RUNS, lambda: evaluate(golds, predictions))
        in_all = best_of(RUNS, lambda: report(evaluate(*read_pair(gold, predicted))))
        print(f"{SENTENCES} sentences in memory: {in_memory:.3f} s")
        print(f"{SENTENCES} sentences from files, with the report: {in_all:.3f} s")
        if evalb:
            command = [evalb, str(gold), str(predicted)]
            theirs = best_of(RUNS, lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))
            print(f"{evalb}: {theirs:.3f} s; ours takes {in_all / theirs:.1f} times as long")


if __name__ == "__main__":
    main()
