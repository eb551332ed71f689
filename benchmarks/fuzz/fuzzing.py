"""One target of the fuzz suite (tests/fuzz) under a coverage-guided fuzzer, or with random bytes where there is none.

    python benchmarks/fuzz/fuzzing.py trees --runs 100000         # random bytes
    pip install atheris                                        # not a dependency
    python benchmarks/fuzz/fuzzing.py trees --atheris CORPUS -max_total_time=600
    python benchmarks/fuzz/fuzzing.py trees --replay FILE         # a case that a fuzzer found, once more

`entry(name)` is the function that any fuzzer can call with bytes; a failure is an exception. What atheris is given
beyond its corpus folder is libFuzzer's own options. A case that fails is written to crash-HASH, as libFuzzer names it.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from rightmost.errors import BadUsage, UnreadableFile
from rightmost.outcome import run

TESTS = Path(__file__).resolve().parents[2] / "tests"
NAMES = ("trees", "actions", "parameters", "configs", "arguments", "folders", "formats")
MOST_BYTES = 4096  # of one case


def entry(name: str) -> Callable[[bytes], object]:
    """The target's function of bytes."""
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    target: Any = import_module("fuzz.targets").TARGETS[name]
    one_input: Callable[[bytes], object] = target.one_input()
    return one_input


def with_random_bytes(name: str, *, runs: int, seed: int) -> None:
    """Calls the target's function with random bytes; a case that fails is kept in a file."""
    check, choose = entry(name), random.Random(seed)
    start, meant = time.monotonic(), 0
    for _ in range(runs):
        content = choose.randbytes(choose.randrange(MOST_BYTES))
        try:
            meant += check(content) is not None
        except Exception:
            kept = Path(f"crash-{hashlib.sha256(content).hexdigest()[:16]}")
            kept.write_bytes(content)
            print(f"{name}: a case failed; its bytes are in {kept}", file=sys.stderr)
            raise
    print(f"{name}: {runs} inputs, {meant} of them cases, in {time.monotonic() - start:.1f} s; none failed")


def with_atheris(name: str, arguments: list[str]) -> None:
    """Hands the target over to atheris, which never returns."""
    try:
        atheris: Any = import_module("atheris")
    except ImportError:
        raise BadUsage("--atheris: it is not installed; pip install atheris, or give --runs") from None
    for module in [name for name in sys.modules if name.partition(".")[0] == "rightmost"]:
        del sys.modules[module]  # to be imported once more, and watched
    with atheris.instrument_imports(include=["rightmost"]):
        check = entry(name)
    atheris.Setup([sys.argv[0], *arguments], lambda content: check(content) and None)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=NAMES)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--runs", type=int, default=1000, help="so many inputs of random bytes")
    how.add_argument("--atheris", nargs=argparse.REMAINDER, help="its corpus folder and options")
    how.add_argument("--replay", type=Path, help="a file with the bytes of one case")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.atheris is not None:
        with_atheris(given.target, given.atheris)
    elif given.replay is not None:
        if not given.replay.is_file():
            raise UnreadableFile(f"{given.replay}: no such file; check the path")
        print("a case" if entry(given.target)(given.replay.read_bytes()) is not None else "not a case")
    else:
        with_random_bytes(given.target, runs=given.runs, seed=given.seed)


if __name__ == "__main__":
    run(main)
