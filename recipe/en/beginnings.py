"""Beginnings of text, for recipe/en/generate.py to write on from.

    python recipe/en/beginnings.py --output BEGINNINGS --count 84000 --headings 0.52 --trees TREES --share 0.28 ...

Each is a line of JSON: a heading, which is not kept, and the first words. A share of them stands under the headings of
recipe/en/beginnings.toml, which set a genre; the others are the first 2 to 6 words of sentences of the files of trees.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rightmost.encoding.subwords import PLAIN_SPELLINGS
from rightmost.errors import BadUsage
from rightmost.files import written_atomically
from rightmost.outcome import run
from rightmost.trees.brackets import read_trees

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

GENRES = Path(__file__).with_suffix(".toml")
FEWEST, MOST = 2, 6  # words of a sentence's beginning


def beginnings(
    texts: Sequence[Sequence[str]], shares: Sequence[float], *, count: int, seed: int
) -> Iterator[list[str]]:
    """Headings and beginnings at random: under a heading by the first share, of each text by the others."""
    chance = random.Random(seed)
    genres = list(tomllib.loads(GENRES.read_text(encoding="utf-8")).values())
    for _ in range(count):
        (text,) = chance.choices([None, *texts], shares)
        yield ["", chance.choice(text)] if text is not None else _under_a_heading(genres, chance)


def _under_a_heading(genres: Sequence[Mapping[str, Any]], chance: random.Random) -> list[str]:
    (genre,) = chance.choices(genres, [genre["share"] for genre in genres])
    heading: str = chance.choice(genre["headings"])
    return [
        heading.format(of=chance.choice(genre.get("of", [""])), stars=chance.randint(1, 5)),
        chance.choice(genre["begins"]),
    ]


def as_written(words: Sequence[str]) -> str:
    """The words as a text has them.

    >>> as_written(["``", "I", "do", "n't", "-LRB-", "sic", "-RRB-", "like", "it", ",", "''"])
    "“I don't (sic) like it,”"
    """
    text = " ".join(PLAIN_SPELLINGS.get(word, word) for word in words)
    text = re.sub(r" (n['’]t|['’](?:s|re|ve|ll|d|m)|[,.;:?!)%”])(?= |$)", r"\1", text)
    return re.sub(r"([($“]) ", r"\1", text)


def _first_words(path: Path, chance: random.Random) -> list[str]:
    sentences = [tree.words for tree in read_trees(path)]
    return [as_written(words[: chance.randint(FEWEST, MOST)]) for words in sentences if len(words) > MOST]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--headings", type=float, default=0.5, metavar="SHARE", help="of those under a heading")
    parser.add_argument("--trees", type=Path, action="append", default=[], help="a file, with its --share; repeatable")
    parser.add_argument("--share", type=float, action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    shares = [given.headings, *given.share]
    if len(given.trees) != len(given.share):
        raise BadUsage(f"{len(given.trees)} of --trees and {len(given.share)} of --share: each file needs its share")
    if not all(0 <= share <= 1 for share in shares) or not sum(shares):
        raise BadUsage("shares must be from 0 to 1, and not all of them 0")
    if given.count < 1:
        raise BadUsage(f"--count {given.count}: at least 1 is needed")
    texts = [_first_words(path, random.Random(given.seed)) for path in given.trees]
    for path, text in zip(given.trees, texts):
        if not text:
            raise BadUsage(f"{path}: no sentence of more than {MOST} words")
    with written_atomically(given.output) as stream:
        for pair in beginnings(texts, shares, count=given.count, seed=given.seed):
            stream.write(json.dumps(pair, ensure_ascii=False) + "\n")
    print(f"{given.output}: {given.count:,} beginnings")


if __name__ == "__main__":
    run(main)
