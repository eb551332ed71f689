"""Reading bracketed trees, against nltk on the same text in the same run.

python benchmarks/reading.py [FILE]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nltk

from clock import best_of
from rightmost.trees.brackets import read_trees, write_trees
from samples import random_trees


def nltk_reads(path: Path) -> list[nltk.Tree]:
    with path.open(encoding="utf-8") as lines:
        return [nltk.Tree.fromstring(line) for line in lines]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "trees.txt"
        if len(sys.argv) == 1:
            write_trees(random_trees(10_000), path)
        ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "all kept": (lambda: list(read_trees(path)), lambda: nltk_reads(path)),
            "one at a time": (
                lambda: sum(1 for _ in read_trees(path)),
                lambda: sum(1 for line in path.open(encoding="utf-8") if nltk.Tree.fromstring(line)),
            ),
            "all kept, every node visited": (
                lambda: [list(tree.nodes()) for tree in read_trees(path)],
                lambda: [list(tree.subtrees()) for tree in nltk_reads(path)],
            ),
        }
        print(f"{path.stat().st_size / 1e6:.1f} MB")
        for name, (ours, theirs) in ways.items():
            mine, nltks = best_of(3, ours), best_of(3, theirs)
            print(f"{name}: rightmost {mine:.2f} s, nltk {nltks:.2f} s, {nltks / mine:.1f} times faster")


if __name__ == "__main__":
    main()
