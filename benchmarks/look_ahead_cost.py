"""What a promised look-ahead costs: its seconds over those of whole-sentence parses, side by side in one run.

    python benchmarks/look_ahead_cost.py en [--look-ahead 1] [--words 20] [--sentences 128] [--repeats 3] [--beam 1]

Sentences of so many words are drawn from the words of a few English ones. Each repeat takes both in turn, many
sentences at once and one at a time; the fewest seconds of each are compared.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import rightmost
from clock import best_of
from rightmost.errors import BadUsage
from rightmost.outcome import run

TEXT = """Arthur , who is the King of the Britons , rode with his servant to a castle near the lake . He saw that the
knights had not been there since the winter , and asked whether they would come back before the end of the year ."""


def sentences_of(count: int, words: int) -> list[list[str]]:
    choose = random.Random(0)
    return [choose.choices(TEXT.split(), k=words) for _ in range(count)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model")
    options.add_argument("--look-ahead", type=int, default=1)
    options.add_argument("--words", type=int, default=20)
    options.add_argument("--sentences", type=int, default=128)
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--beam", type=int, default=1)
    given = options.parse_args()
    if min(given.words, given.sentences, given.repeats) < 1:
        raise BadUsage("--words, --sentences and --repeats are whole numbers, 1 or more")
    parser = rightmost.load(given.model)
    sentences = sentences_of(given.sentences, given.words)

    def many(look_ahead: int | None) -> Callable[[], object]:
        return lambda: list(parser.parse_many(sentences, beam=given.beam, look_ahead=look_ahead))

    def single(look_ahead: int | None) -> Callable[[], object]:
        return lambda: parser.parse(sentences[0], beam=given.beam, look_ahead=look_ahead)

    print(f"{given.model}, {given.sentences} sentences of {given.words} words, beam {given.beam}; a sentence takes")
    for name, work, count in (("side by side", many, given.sentences), ("one alone", single, 1)):
        work(None)(), work(given.look_ahead)()
        whole, ahead = [], []
        for _ in range(given.repeats):
            whole.append(best_of(1, work(None)))
            ahead.append(best_of(1, work(given.look_ahead)))
        ratio = min(ahead) / min(whole)
        per = [1000 * min(seconds) / count for seconds in (whole, ahead)]
        print(
            f"{name:12}  whole {per[0]:8.2f} ms   look-ahead {given.look_ahead} {per[1]:8.2f} ms   ratio {ratio:5.2f}"
        )


if __name__ == "__main__":
    run(main)
