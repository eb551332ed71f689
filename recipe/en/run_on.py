"""Every so many sentences and the next one, as run-on lines to learn from; those with quotation marks are left out.

python recipe/en/run_on.py TREES --every 12 --most-words 40 --output FILE   (--between comma, or nothing, for no full stop)
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path

from english.run_on_lines import comma_spliced, fused, run_on

from rightmost.errors import BadUsage
from rightmost.outcome import run
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree

QUOTATION_MARKS = frozenset({"``", "''"})  # tags
BETWEEN: dict[str, Callable[[Tree, Tree], Tree]] = {"stop": run_on, "comma": comma_spliced, "nothing": fused}


def pairs(path: Path, *, every: int, most_words: int, joined: Callable[[Tree, Tree], Tree]) -> Iterator[Tree]:
    for first, second in islice(pairwise(read_trees(path)), 0, None, every):
        both = joined(first, second)
        if len(both.words) <= most_words and QUOTATION_MARKS.isdisjoint(both.tags):
            yield both


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--every", type=int, default=12)
    parser.add_argument("--most-words", type=int, default=40)
    parser.add_argument("--between", choices=BETWEEN, default="stop")
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    if given.every < 1:
        raise BadUsage(f"--every {given.every}: at least 1 is needed")
    made = pairs(given.trees, every=given.every, most_words=given.most_words, joined=BETWEEN[given.between])
    print(f"{given.output}: {write_trees(made, given.output):,} trees")


if __name__ == "__main__":
    run(main)
