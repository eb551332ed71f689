"""Whether two checkouts of the project give the same trees, bit for bit, and which is faster.

    python benchmarks/checkouts.py BEFORE AFTER [--files FILE...] [--most 200] [--dtypes float32 bfloat16 int8] [--time]

Each checkout parses in a process of its own: greedy, with a beam of 10, the 5 best, and under 200 sets of constraints.
Brackets and log-probabilities are compared. --time takes the same work in turn, checkout by checkout, in one run: the
processors' time of all threads, which other programs on the machine disturb less than the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from rightmost.errors import RightmostError
from rightmost.outcome import run

ROOT = Path(__file__).parents[1]
SETS = 200  # of constraints

#: What a checkout's process does: only what both versions' public face has.
WORK = """
import json, random, sys, time
import rightmost
from rightmost.trees.brackets import read_trees
given = json.loads(sys.stdin.readline())
trees = [tree for path in given["files"] for tree in read_trees(path)]
trees = [trees[number * len(trees) // given["most"]] for number in range(min(given["most"], len(trees)))]
sentences = [tree.words for tree in trees]
parser = rightmost.load(given["model"], device=given["device"], dtype=given["dtype"])
def scored(found): return [[str(each.tree), each.log_probability] for each in found]
def constrained():
    choose = random.Random(1)
    for number in range(given["sets"]):
        tree = trees[number % len(trees)]
        spans = [(span.left, span.right, span.label) for span in tree.spans()]
        left = choose.randrange(len(tree.words))
        right = choose.randrange(left + 1, len(tree.words) + 1)
        forbid = [] if any(span[:2] == (left, right) for span in spans) else [(left, right, None)]
        required = choose.sample(spans, min(2, len(spans)))
        labels = set(parser.network.vocabulary.labels)
        named = [span for span in required if span[2] in labels]
        yield parser.parse(tree.words, require=named, forbid=forbid, beam=1 + 4 * (number % 2))
works = {
    "greedy": lambda: scored(parser.score_many(sentences)),
    "beam 10": lambda: scored(parser.score_many(sentences, beam=10)),
    "5 best": lambda: [scored(parser.parse_kbest(words, k=5)) for words in sentences[:100]],
    "one by one": lambda: [str(parser.parse(words)) for words in sentences[:100]],
    "constraints": lambda: [str(tree) for tree in constrained()],
}
for line in sys.stdin:
    start = time.process_time()
    result = works[line.strip()]()
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "result": result}), flush=True)
"""
WORKS = ("greedy", "beam 10", "5 best", "one by one", "constraints")


class Checkout:
    """A process that parses with a checkout's own code."""

    def __init__(self, folder: Path, **given: object) -> None:
        if not (folder / "src" / "rightmost").is_dir():
            raise RightmostError(f"{folder}: no checkout of the project; there is no src/rightmost in it")
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORK], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._tell(json.dumps(given))

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def does(self, work: str) -> tuple[float, list[object]]:
        """The processors' seconds that a work takes, and its result."""
        self._tell(work)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RightmostError(f"the process for {work!r} ended early; its messages are above")
        answer = json.loads(line)
        return answer["seconds"], answer["result"]

    def close(self) -> None:
        self._process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--files", nargs="+", default=sorted(map(str, ROOT.glob("treebanks/*/test*/*.txt"))))
    parser.add_argument("--most", type=int, default=200, help="trees, spread evenly over the files")
    parser.add_argument("--model", default="en")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtypes", nargs="+", default=["float32", "bfloat16", "int8"])
    parser.add_argument("--time", type=int, default=0, metavar="TURNS", help="time each work so many times")
    given = parser.parse_args()
    for dtype in given.dtypes:
        settings = {"files": given.files, "most": given.most, "dtype": dtype, "sets": SETS}
        settings |= {"model": given.model, "device": given.device}
        pair = [Checkout(folder, **settings) for folder in (given.before, given.after)]
        for work in WORKS:
            (_, before), (_, after) = (checkout.does(work) for checkout in pair)
            differ = sum(one != other for one, other in zip(before, after, strict=True))
            print(f"{dtype}, {work}: {len(before)} results, {differ} differ", flush=True)
            if given.time:
                seconds = [[checkout.does(work)[0] for checkout in pair] for _ in range(given.time)]
                ratio = median(after / before for before, after in seconds)
                least = [min(column) for column in zip(*seconds)]
                print(
                    f"{dtype}, {work}: before {least[0]:.3f} s, after {least[1]:.3f} s, "
                    f"ratio {least[1] / least[0]:.3f} (median of {given.time} turns {ratio:.3f})",
                    flush=True,
                )
        for checkout in pair:
            checkout.close()


if __name__ == "__main__":
    run(main)
