"""Silver trees with their wh-phrases as the Penn Treebank has them: those that had others, and those with a question.

python tools/wh.py SILVER --output FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree
from rightmost.trees.wh import with_wh_phrases


def mended(path: Path) -> Iterator[Tree]:
    """The trees to learn wh-phrases from."""
    for tree in read_trees(path):
        made = with_wh_phrases(tree)
        if made != tree or any(label == "SBARQ" for label, _ in made.flat):
            yield made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("silver", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    kept = write_trees(mended(arguments.silver), arguments.output)
    print(f"{arguments.output}: {kept:,} trees")


if __name__ == "__main__":
    main()
