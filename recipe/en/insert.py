"""The trees into which something can be put that treebanks hardly have, with it; the others are left out.

python recipe/en/insert.py TREES --what vocative --output FILE   (or chat-word, number, absolute, speaker)
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from rightmost.outcome import run
from rightmost.training import insertions
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree

INSERTIONS: dict[str, Callable[[Tree], Tree]] = {
    "vocative": insertions.with_vocative,
    "chat-word": insertions.with_chat_word,
    "number": insertions.with_number,
    "absolute": insertions.with_absolute,
    "speaker": insertions.with_speaker,
}


def changed(trees: Path, change: Callable[[Tree], Tree]) -> Iterator[Tree]:
    for tree in read_trees(trees):
        made = change(tree)
        if made != tree:
            yield made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--what", choices=INSERTIONS, required=True)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    written = write_trees(changed(given.trees, INSERTIONS[given.what]), given.output)
    print(f"{given.output}: {written:,} trees")


if __name__ == "__main__":
    run(main)
