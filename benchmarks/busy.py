"""How long a sentence takes while another program runs, by how often threads look for work before they sleep.

    python benchmarks/busy.py MODEL [--words 200] [--counts 300000 3000 0] [--repeats 3]

Each figure is of fresh processes, once alone and once while another parser uses all cores; the settings take
turns. A count is GOMP_SPINCOUNT's: 300,000 is libgomp's default, 3,000 is what rightmost sets.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from statistics import median

PARSE = """
import sys, time
import rightmost
from sentences import generated
parser = rightmost.load(sys.argv[1], device="cpu")
one, *others = generated(21, words=20)
long, = generated(1, words=int(sys.argv[2]))
parser.parse(one)
for work in ([long], others):
    start = time.perf_counter()
    for words in work:
        parser.parse(words)
    print((time.perf_counter() - start) / len(work), flush=True)
"""
OTHER = """
import sys
import rightmost
from sentences import generated
parser = rightmost.load(sys.argv[1], device="cpu")
sentences = generated(100, words=20)
while True:
    list(parser.parse_many(sentences))
    print("busy", flush=True)
"""
HERE = os.path.dirname(os.path.abspath(__file__))


@contextmanager
def busy(model: str) -> Iterator[None]:
    """Within the block another process wants all cores."""
    environment = os.environ | {"PYTHONPATH": HERE}
    with subprocess.Popen([sys.executable, "-c", OTHER, model], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def measured(model: str, words: int, count: int) -> list[float]:
    """The seconds of the long sentence, and of one of 20 words, in a fresh process."""
    environment = os.environ | {"GOMP_SPINCOUNT": str(count), "PYTHONPATH": HERE}
    command = [sys.executable, "-c", PARSE, model, str(words)]
    told = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [float(line) for line in told.stdout.split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("--counts", type=int, nargs="+", default=[300_000, 3_000, 0])
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    print(f"| GOMP_SPINCOUNT | beside | {given.words} words | 20 words |\n|---|---|---|---|", flush=True)
    for name, beside in (("nothing", nullcontext()), ("a parser", busy(given.model))):
        with beside:
            turns = [
                [measured(given.model, given.words, count) for count in given.counts] for _ in range(given.repeats)
            ]
        for count, figures in zip(given.counts, zip(*turns)):
            long, short = map(median, zip(*figures))
            print(f"| {count:,} | {name} | {long:.2f} s | {1000 * short:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
