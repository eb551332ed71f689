"""Trees by the Penn Treebank's conventions, as the shipped model is to have them.

python recipe/en/mend.py TREES --output FILE
"""

from __future__ import annotations

import argparse
from pathlib import Path

from english.conventions.penn import in_penn_style

from rightmost.outcome import run
from rightmost.trees.brackets import read_trees, write_trees


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    written = write_trees(map(in_penn_style, read_trees(arguments.trees)), arguments.output)
    print(f"{arguments.output}: {written:,} trees")


if __name__ == "__main__":
    run(main)
