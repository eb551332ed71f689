"""Trees on which several parsers agree, to train another on.

    python recipe/en/consensus.py PARSES PARSES... --output SILVER [--agreement 0.9]

Each file holds the trees of one parser, one a line, over the same sentences. Of each sentence the tree of the brackets
that most of them have is written, if its F1 against all of theirs is at least the agreement asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from english.agreement import consensus

from rightmost.outcome import run
from rightmost.trees.brackets import read_side_by_side, write_trees
from rightmost.trees.tree import Tree


def agreed(paths: list[Path], agreement: float) -> Iterator[Tree]:
    """The trees that are agreed on."""
    for trees in read_side_by_side(paths):
        found = consensus(trees)
        if found.agreement >= agreement:
            yield found.tree


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parses", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--agreement", type=float, default=0.9)
    arguments = parser.parse_args()
    kept = write_trees(agreed(arguments.parses, arguments.agreement), arguments.output)
    print(f"{arguments.output}: {kept:,} trees")


if __name__ == "__main__":
    run(main)
