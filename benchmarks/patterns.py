"""Searching 50,000 trees of 23 words on one core (allowed: 10 seconds), and beside nltk's tgrep.

python benchmarks/patterns.py [--trees N] [--beside N]

Times are of this process on the processor, so that other programs on the machine do not count. The trees are in
memory; nltk's are made before its time begins. Both must find equally many nodes. tgrep cannot read all patterns.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
import warnings
from collections.abc import Callable, Sequence

from rightmost.errors import RightmostError
from rightmost.outcome import run
from rightmost.patterns.pattern import Pattern
from rightmost.trees.tree import Tree
from samples import random_tree

WORDS = 23

#: Patterns of three relations and fewer: each with what tgrep calls it, where it has a name for all of it.
PATTERNS = [
    ("NP < PP", "NP < PP"),
    ("NP < (PP < IN) $++ VP", "NP < (PP < IN) $.. VP"),
    ("S << (NP < PP $+ VP)", "S << (NP < PP $. VP)"),
    ("VP < NN !>> SBAR $- NP", "VP < NN !>> SBAR $, NP"),
    ("NP <1 /^N/ <-1 NN", "NP <1 /^N/ <-1 NN"),
    ("NP=np < PP=pp >> S : VP", None),
    ("VP <# /^V/ . (NP <+(NP) PP)", None),
    ("NP=a $ (NP=b < ~a)", None),
]


def seconds(work: Callable[[], int]) -> tuple[float, int]:
    """The processor's time that the work takes, and what it gives."""
    gc.collect()
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def ours(pattern: str, trees: Sequence[Tree]) -> int:
    compiled = Pattern(pattern)
    return sum([len(compiled.nodes(tree)) for tree in trees])


def with_names(pattern: str, trees: Sequence[Tree]) -> int:
    compiled = Pattern(pattern)
    return sum([len(compiled.find(tree)) for tree in trees])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trees", type=int, default=50_000)
    parser.add_argument("--beside", type=int, default=1_000, help="trees that nltk searches too")
    given = parser.parse_args()
    choose = random.Random(0)
    trees = [random_tree(choose, WORDS) for _ in range(given.trees)]
    few = trees[: given.beside]
    for tree in trees:
        assert tree.flat  # as a reader makes them
    print(f"{len(trees)} trees of {WORDS} words, processor seconds; nltk's tgrep over {len(few)} of them")
    print("| pattern | nodes | s | matches | s | ours, few, s | tgrep, few, s | times as long |")
    print("|---|---|---|---|---|---|---|---|")
    theirs = None
    for pattern, other in PATTERNS:
        time_nodes, nodes = seconds(lambda: ours(pattern, trees))  # noqa: B023 (called at once)
        time_matches, matches = seconds(lambda: with_names(pattern, trees))  # noqa: B023
        beside = " | | "
        if other is not None:
            theirs = theirs or Theirs(few)
            beside = theirs.beside(pattern, other, few)
        print(f"| `{pattern}` | {nodes} | {time_nodes:.2f} | {matches} | {time_matches:.2f} |{beside}|", flush=True)


class Theirs:
    """nltk's tgrep over the same trees, in its own type."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        from nltk.tree import ParentedTree

        self.trees = [ParentedTree.convert(tree.to_nltk()) for tree in trees]

    def beside(self, pattern: str, other: str, few: Sequence[Tree]) -> str:
        """Our seconds, theirs and the ratio; raises if the two do not find equally many nodes."""
        from nltk.tgrep import tgrep_compile, tgrep_nodes

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # nltk's, about pyparsing
            compiled = tgrep_compile(other)
        our_time, our_nodes = seconds(lambda: ours(pattern, few))
        their_time, their_nodes = seconds(
            lambda: sum([len(found) for found in tgrep_nodes(compiled, self.trees, search_leaves=False)])
        )
        if our_nodes != their_nodes:
            raise RightmostError(f"{pattern}: {our_nodes} nodes, and {their_nodes} by tgrep as {other}")
        return f" {our_time:.3f} | {their_time:.3f} | {their_time / max(our_time, 1e-9):.0f} "


if __name__ == "__main__":
    run(main)
