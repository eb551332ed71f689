"""How time grows with size, as t(2n) / t(n): 2 is linear, 4 quadratic.

    python benchmarks/linear.py [--megabytes 16] [--words 80]

Reads bracketed text of shapes that are hard to read in blocks, and repairs trees in which every bracket is wrong.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from clock import best_of
from rightmost.errors import BracketError
from rightmost.evaluation.bracketed_sentence import sentence_of
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.repair import repairs_of
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Leaf, Tree

TEXTS: dict[str, Callable[[int], str]] = {
    "trees": lambda size: "(NP (NN King)) " * (size // 15),
    "blanks": lambda size: " " * size,
    "empty lines after a tree": lambda size: "(NP (NN King))" + "\n" * size,
    "words after a tree": lambda size: "(NP (NN King)) " + "of " * (size // 3),
    "words in a node": lambda size: "(NP " + "of " * (size // 3),
    "one long label": lambda size: "(" + "N" * size,
    "blanks before a fault": lambda size: "(" + " " * size + "King of Britons (",
}
WORD = Leaf("King", "NN")


def branching(words: int, *, right: bool, label: str) -> Tree:
    """A tree of two children a node, all down one side."""
    tree = Tree(label, [WORD, WORD])
    for _ in range(words - 2):
        tree = Tree(label, [WORD, tree] if right else [tree, WORD])
    return tree


#: Gold and predicted tree.
CHAINS: dict[str, Callable[[int], tuple[Tree, Tree]]] = {
    "branches right, not left": lambda words: (
        branching(words, right=True, label="NP"),
        branching(words, right=False, label="NP"),
    ),
    "other labels": lambda words: (
        branching(words, right=True, label="NP"),
        branching(words, right=True, label="VP"),
    ),
    "flat, not branching": lambda words: (Tree("NP", [WORD] * words), branching(words, right=True, label="NP")),
}


def reading(text: str, folder: Path) -> float:
    """The fewest seconds in which the text is read, or found to be no trees."""
    path = folder / "trees.txt"
    path.write_text(text, encoding="utf-8")

    def read() -> None:
        try:
            for _ in read_trees(path):
                pass
        except BracketError:
            pass

    return best_of(3, read)


def repairing(pair: tuple[Tree, Tree]) -> float:
    """The fewest seconds in which the repairs are found."""
    gold, predicted = (sentence_of(tree, COLLINS) for tree in pair)
    return best_of(3, lambda: repairs_of(gold, predicted))


def row(name: str, once: float, twice: float) -> str:
    """A line of the table."""
    return f"{name:<28}{1000 * once:>10.1f}{1000 * twice:>10.1f}{twice / max(once, 1e-9):>8.2f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--megabytes", type=float, default=16.0)
    arguments.add_argument("--words", type=int, default=80)
    given = arguments.parse_args()
    size = int(given.megabytes * 1e6)
    print(f"{f'reading, n = {given.megabytes:g} MB':<28}{'ms, n':>10}{'ms, 2n':>10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TEXTS.items():
            print(row(name, *(reading(text(count), Path(folder)) for count in (size, 2 * size))))
    print(f"\n{f'errors, n = {given.words} words':<28}{'ms, n':>10}{'ms, 2n':>10}{'ratio':>8}")
    for name, pair in CHAINS.items():
        print(row(name, *(repairing(pair(count)) for count in (given.words, 2 * given.words))))


if __name__ == "__main__":
    main()
