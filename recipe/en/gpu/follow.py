"""What a model does with sentences word by word, for another run to learn from.

    python recipe/en/gpu/follow.py MODEL --part 0 --of 14 [--device cuda] [--most 100]

For each corpus, follow/CORPUS/gold-PART.txt gets the gold trees and taken-PART.txt the trees that the model grew: half
of them with a look-ahead of 0, a quarter each with 1 and 2. Sentences of 3 to 50 words are taken.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from look_ahead import parse_ahead  # of benchmarks/
from rightmost.model.network import Network
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.outcome import run
from rightmost.trees.brackets import read_trees, write_trees
from rightmost.trees.tree import Tree

#: The gold trees of each corpus, and that every so manieth is taken.
SOURCES = {
    "amalgum": ("data/amalgum/train.txt", 1),
    "masc": ("data/masc/mended.txt", 1),
    "gum-open": ("data/gum-open/mended.txt", 1),
    "craft": ("data/craft/train.txt", 3),
    "genia": ("data/genia/train.txt", 3),
    "silver": ("data/silver/train.txt", 2),
}
FEWEST_WORDS, MOST_WORDS = 3, 50
LOOK_AHEADS = (0, 0, 1, 2)  # of trees number 1, 2, 3, 4, and so on


def follow(network: Network, gold: Sequence[Tree]) -> tuple[list[Tree], list[Tree]]:
    """The gold trees, ordered by look-ahead, and the tree that was grown of each."""
    by_look_ahead = {
        k: [tree for number, tree in enumerate(gold) if LOOK_AHEADS[number % len(LOOK_AHEADS)] == k]
        for k in sorted(set(LOOK_AHEADS))
    }
    taken = [
        tree
        for k, trees in by_look_ahead.items()
        if trees
        for tree in parse_ahead(network, [each.leaves for each in trees], look_ahead=k)
    ]
    return [tree for trees in by_look_ahead.values() for tree in trees], taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--part", type=int, required=True)
    parser.add_argument("--of", type=int, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--most", type=int, help="sentences of each corpus")
    given = parser.parse_args()
    device = torch.device(given.device)
    network = load_model(model_folder(given.model), device=device)
    for name, (source, every) in SOURCES.items():
        fitting = [tree for tree in read_trees(source) if FEWEST_WORDS <= len(tree.words) <= MOST_WORDS]
        with torch.autocast(device.type, dtype=torch.bfloat16):
            gold, taken = follow(network, fitting[::every][given.part :: given.of][: given.most])
        folder = Path("follow") / name
        folder.mkdir(parents=True, exist_ok=True)
        write_trees(gold, folder / f"gold-{given.part:02}.txt")
        write_trees(taken, folder / f"taken-{given.part:02}.txt")
        print(f"{name}: {len(gold):,} sentences", flush=True)


if __name__ == "__main__":
    run(main)
