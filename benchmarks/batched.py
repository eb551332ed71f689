"""How many sentences get another tree alone than in a batch, for each dtype on the CPU.

    python benchmarks/batched.py [MODEL] [--sentences 600] [--batch 2 32] [--dtypes float32 int8] [--trees FILE ...]

Each sentence is parsed alone and in batches of each size, in another order: `other` trees. The same with rows
that are `padded` to the longest, as is commonly done; and how much `time` ours take, as a share of what those take.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from contextlib import AbstractContextManager
from time import process_time
from unittest import mock

import torch

import rightmost
from rightmost.encoding import row_attention
from rightmost.parser import Parser
from sentences import generated, gold_trees

DTYPES = ("float32", "bfloat16", "int8")
COSTED = 120  # sentences that are timed
LENGTHS = (4, 9, 14, 20, 27, 40)


def made_up(count: int) -> list[list[str]]:
    """Sentences of several lengths."""
    each = -(-count // len(LENGTHS))
    sentences = [sentence for words in LENGTHS for sentence in generated(each, words=words, seed=words)]
    random.Random(0).shuffle(sentences)
    return sentences[:count]


def differing(parser: Parser, sentences: Sequence[list[str]], alone: Sequence[str], *, batch: int) -> int:
    """How many of the sentences get another tree in batches of that size than alone."""
    order = list(range(len(sentences)))
    random.Random(batch).shuffle(order)
    count = 0
    for start in range(0, len(order), batch):
        numbers = order[start : start + batch]
        trees = parser.parse_many([sentences[number] for number in numbers])
        count += sum(str(tree) != alone[number] for number, tree in zip(numbers, trees))
    return count


def padded() -> AbstractContextManager[object]:
    """Within the block all rows of a batch are padded to the longest."""
    return mock.patch.object(row_attention, "_spans", return_value=None)


def cost(parser: Parser, sentences: Sequence[list[str]], *, batch: int) -> float:
    """The processor's time that rows without padding take, as a share of what padded ones take; measured in turns."""
    batches = [sentences[start : start + batch] for start in range(0, len(sentences), batch)]

    def seconds() -> float:
        start = process_time()
        for each in batches:
            list(parser.parse_many(each))
        return process_time() - start

    ours, theirs = [], []
    for _ in range(3):
        ours.append(seconds())
        with padded():
            theirs.append(seconds())
    return min(ours) / min(theirs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default="en")
    parser.add_argument("--sentences", type=int, default=600)
    parser.add_argument("--batch", type=int, nargs="+", default=[2, 32])
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=DTYPES)
    parser.add_argument("--trees", nargs="*", default=[], help="take the sentences of these files")
    given = parser.parse_args()
    if given.trees:
        sentences = [list(tree.words) for tree in gold_trees(given.trees, given.sentences)]
    else:
        sentences = made_up(given.sentences)
    print(f"{len(sentences)} sentences, torch {torch.__version__}, {torch.get_num_threads()} threads")
    heads = [f"{name} {size}" for size in given.batch for name in ("other in", "padded", "time")]
    print(f"{'dtype':<10}" + "".join(f"{head:>14}" for head in heads))
    for dtype in given.dtypes:
        loaded = rightmost.load(given.model, device="cpu", dtype=dtype)
        alone = [str(loaded.parse(sentence)) for sentence in sentences]
        cells = []
        for size in given.batch:
            cells.append(f"{differing(loaded, sentences, alone, batch=size):>14}")
            with padded():
                cells.append(f"{differing(loaded, sentences, alone, batch=size):>14}")
            cells.append(f"{cost(loaded, sentences[:COSTED], batch=size):>14.2f}")
        print(f"{dtype:<10}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
