"""What streams cost: the median time of a push, and the memory of many streams.

    python benchmarks/streams.py en [--look-ahead 0] [--beam 1] [--pushes 30] [--at 20 5000] [--open 10000]
        [--opened-and-closed 100000]

Times are of `push` at words 20 and 5,000 of one sentence without an end, and beside them those of a whole-sentence
parse of 20 words, in the same run: by the clock, and the processor's of all threads, which other programs disturb
less. To come so far, the words before are pushed too, which takes most of the time.
Memory is what the process holds beyond what it held before: with many streams open, each 20 words long, and after many
streams were opened, given a word of a few, and dropped half way.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import median
from time import perf_counter, process_time

import rightmost
from look_ahead_cost import TEXT
from rightmost.errors import BadUsage
from rightmost.outcome import run

WORDS = 20
TOGETHER = 500  # streams that are pushed together


def words_without_end(seed: int = 0) -> Iterator[str]:
    """Words of a few sentences, in their order, again and again from a word drawn at random."""
    choose, words = random.Random(seed), TEXT.split()
    while True:
        start = choose.randrange(len(words))
        yield from words[start : start + 12]


def megabytes() -> float:
    """What the process holds in memory, once the allocator has given back what it keeps in reserve."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
    if trim is not None:
        trim(0)
    with open("/proc/self/statm", encoding="ascii") as stream:
        return int(stream.read().split()[1]) * 4096 / 1e6


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of the processor."""
    clock, processor = perf_counter(), process_time()
    work()
    return 1000 * (perf_counter() - clock), 1000 * (process_time() - processor)


def middle(times: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The medians of both."""
    clock, processor = zip(*times)
    return median(clock), median(processor)


def pushes_up_to(
    parser: rightmost.Parser, at: Sequence[int], pushes: int, look_ahead: int, beam: int
) -> Iterator[tuple[float, float]]:
    """The medians of so many pushes, the last of which is at each of those words."""
    stream, coming = parser.stream(look_ahead=look_ahead, beam=beam), words_without_end()
    times = []
    for number in range(1, max(at) + 1):
        times.append(timed(partial(stream.push, next(coming))))
        if number in at:
            yield middle(times[-pushes:])


def opened(parser: rightmost.Parser, count: int, look_ahead: int, beam: int) -> float:
    """The memory of so many open streams of 20 words, in megabytes."""
    before = megabytes()
    streams = [parser.stream(look_ahead=look_ahead, beam=beam) for _ in range(count)]
    for start in range(0, count, TOGETHER):
        group = streams[start : start + TOGETHER]
        rows = [list(islice(words_without_end(seed), WORDS)) for seed in range(start, start + len(group))]
        for words in zip(*rows):
            parser.push_many(group, words)
    return megabytes() - before


def dropped(parser: rightmost.Parser, count: int, look_ahead: int, beam: int) -> float:
    """What is held after so many streams were opened and closed; every hundredth of them got a word."""
    for number in range(count):
        with parser.stream(look_ahead=look_ahead, beam=beam) as stream:
            if number % 100 == 0:
                stream.push("Arthur")
        if number == count // 10:  # what is kept once for all is there by then
            before = megabytes()
    return megabytes() - before


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model")
    options.add_argument("--look-ahead", type=int, default=0)
    options.add_argument("--beam", type=int, default=1)
    options.add_argument("--pushes", type=int, default=30)
    options.add_argument("--at", type=int, nargs="+", default=[20, 5000])
    options.add_argument("--open", type=int, default=10_000, dest="open_")
    options.add_argument("--opened-and-closed", type=int, default=100_000)
    given = options.parse_args()
    if min(*given.at, given.pushes, given.open_, given.opened_and_closed) < 1:
        raise BadUsage("--at, --pushes, --open and --opened-and-closed are whole numbers, 1 or more")
    parser = rightmost.load(given.model)
    sentence = list(islice(words_without_end(), WORDS))
    whole = middle([timed(lambda: parser.parse(sentence)) for _ in range(given.pushes)])
    print(
        f"{given.model}, look-ahead {given.look_ahead}, beam {given.beam}; medians, by the clock and of the processor"
    )
    print(f"a whole sentence of {WORDS} words: {whole[0]:.1f} ms, {whole[1]:.1f} ms", flush=True)
    places = sorted(given.at)
    for at, taken in zip(places, pushes_up_to(parser, places, given.pushes, given.look_ahead, given.beam)):
        ratio = taken[1] / whole[1]
        print(f"a push up to word {at}: {taken[0]:.1f} ms, {taken[1]:.1f} ms; {ratio:.2f} of that", flush=True)
    held = opened(parser, given.open_, given.look_ahead, given.beam)
    print(
        f"{given.open_} open streams of {WORDS} words: {held:.0f} MB, {1000 * held / given.open_:.1f} kB each",
        flush=True,
    )
    left = dropped(parser, given.opened_and_closed, given.look_ahead, given.beam)
    print(f"{given.opened_and_closed} streams opened and closed: {left:+.1f} MB after the first tenth of them")


if __name__ == "__main__":
    run(main)
