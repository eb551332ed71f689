"""One part of raw/text.txt, parsed with `en` into parsed/PART.txt; several parts run side by side on one device.

python recipe/en/gpu/parse_raw.py --part 0 --of 4 [--device cuda]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from rightmost.decoding.parse import parse_leaves
from rightmost.modelfile.folder import load_model
from rightmost.modelfile.shipped import model_folder
from rightmost.outcome import run
from rightmost.trees.brackets import write_trees
from rightmost.trees.tree import Leaf, Tree

POOL = 3000  # sentences at a time: several processes share the device's memory


def part_of(lines: list[str], part: int, of: int) -> list[str]:
    """Part number `part` of `of` equal parts."""
    size = -(-len(lines) // of)
    return lines[part * size : (part + 1) * size]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=int, required=True)
    parser.add_argument("--of", type=int, required=True)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    lines = part_of(Path("raw/text.txt").read_text(encoding="utf-8").splitlines(), given.part, given.of)
    sentences = [[Leaf(word, "XX") for word in line.split()] for line in lines if line.strip()]
    network = load_model(model_folder("en"), device=torch.device(given.device)).to(torch.bfloat16)
    trees: list[Tree] = []
    for start in range(0, len(sentences), POOL):
        trees += parse_leaves(network, sentences[start : start + POOL])
    Path("parsed").mkdir(exist_ok=True)
    write_trees(trees, Path(f"parsed/{given.part:02}.txt"))
    print(f"{len(trees):,} sentences parsed")


if __name__ == "__main__":
    run(main)
