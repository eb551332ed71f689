"""Trees with wh-phrases, asides, and the tags of quotation marks and titles, as the shipped model is to have them.

python tools/mend.py TREES --output FILE
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rightmost.cli.outcome import run
from rightmost.trees.asides import with_asides
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.quotes import with_quote_tags
from rightmost.trees.titles import with_common_titles
from rightmost.trees.tree import Tree
from rightmost.trees.wh import with_wh_phrases


def mended(tree: Tree) -> Tree:
    return with_common_titles(with_quote_tags(with_asides(with_wh_phrases(tree))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    written = write_trees(map(mended, read_trees(arguments.trees)), arguments.output)
    print(f"{arguments.output}: {written:,} trees")


if __name__ == "__main__":
    run(main)
