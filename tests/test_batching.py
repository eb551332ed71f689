"""A sentence gets the same tree however it is batched, by the shipped model."""

from __future__ import annotations

import random

import pytest

import rightmost
from tool import BENCHMARKS, tool


@pytest.fixture(scope="module")
def sentences() -> list[list[str]]:
    made: list[list[str]] = tool("batched", BENCHMARKS).made_up(18)
    return made


@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_alone_and_in_batches_of_any_size_and_order(dtype: str, sentences: list[list[str]]) -> None:
    parser = rightmost.load("en", device="cpu", dtype=dtype)
    alone = [str(parser.parse(sentence)) for sentence in sentences]
    for size in (2, 7, 18):
        order = random.Random(size).sample(range(len(sentences)), len(sentences))
        for start in range(0, len(order), size):
            batch = order[start : start + size]
            trees = parser.parse_many([sentences[number] for number in batch])
            assert [str(tree) for tree in trees] == [alone[number] for number in batch]
