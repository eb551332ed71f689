"""Trees to learn from, made of treebanks and of parsed text: mended, with noise, in other forms.

    python recipe/en/gpu/prepare_trees.py known    (data/*/train.txt, recipe/en/treebanks/amalgum/train)
    python recipe/en/gpu/prepare_trees.py forms    (parsed/*.txt, which parse_raw.py writes)

`known` writes mended.txt beside MASC's and gum-open's train.txt, data/amalgum/train.txt (corrected trees, mended), and
a noise.txt beside each of the three. `forms` writes data/silver/train.txt, the parsed text mended, and data/forms.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from english.conventions.penn import in_penn_style
from rightmost.errors import BadUsage
from rightmost.files import written_atomically
from rightmost.outcome import run
from rightmost.training.data.noise import Noise, noisy
from rightmost.trees.brackets import read_trees, write_trees

RECIPE = Path(__file__).parents[1]
#: What is put on trees number 1, 2, 3, ... by turns.
TURNS: tuple[tuple[Noise, ...], ...] = (
    ("lower-case", "no-final-punctuation"),
    ("typos",),
    ("curly",),
    ("capitals",),
    ("no-apostrophes",),
    ("lower-case",),
    ("no-final-punctuation",),
)
CHUNKS = 14  # of parsed text, worked on side by side


def mend(sources: Sequence[Path], mended: Path) -> None:
    """Writes the sources' trees mended, and noise.txt beside it: each with some noise, where that changes it."""
    mended.parent.mkdir(parents=True, exist_ok=True)
    trees = [in_penn_style(tree) for source in sources for tree in read_trees(source)]
    write_trees(trees, mended)
    sloppy = ((tree, noisy(tree, TURNS[number % len(TURNS)])) for number, tree in enumerate(trees))
    write_trees((made for tree, made in sloppy if made != tree), mended.with_name("noise.txt"))


def known() -> None:
    corrected = sorted((RECIPE / "treebanks" / "amalgum" / "train").glob("*.txt"))
    jobs = [([Path(f"data/{name}/train.txt")], Path(f"data/{name}/mended.txt")) for name in ("masc", "gum-open")]
    with ProcessPoolExecutor(len(jobs) + 1) as pool:
        list(pool.map(mend, *zip(*jobs, (corrected, Path("data/amalgum/train.txt")))))


def forms() -> None:
    """everyday.py's files of the parsed text, and those of the corrected trees but their own trees and noise."""
    lines = [line for path in sorted(Path("parsed").glob("*.txt")) for line in _lines(path)]
    if not lines:
        raise BadUsage("parsed: no trees in it; run parse_raw.py first")
    chunks = Path("chunks")
    chunks.mkdir(exist_ok=True)
    size = -(-len(lines) // CHUNKS)
    for number in range(CHUNKS):
        (chunks / f"{number:02}.txt").write_text("".join(lines[number * size : (number + 1) * size]), encoding="utf-8")
    (chunks / "corrected.txt").write_text("".join(_lines(Path("data/amalgum/train.txt"))), encoding="utf-8")
    with ProcessPoolExecutor(CHUNKS + 1) as pool:
        made = list(pool.map(everyday, sorted(chunks.glob("*.txt"))))
    *_, corrected = made
    for name in sorted({path.name for folder in made for path in folder.glob("*.txt")} - {"mended.txt"}):
        own = {"train.txt", "noise.txt"}
        parts = [folder / name for folder in made if folder != corrected or name not in own]
        out = Path("data/silver/train.txt") if name == "train.txt" else Path("data/forms") / name
        out.parent.mkdir(parents=True, exist_ok=True)
        with written_atomically(out) as file:
            file.writelines(line for part in parts if part.exists() for line in _lines(part))


def everyday(trees: Path) -> Path:
    """The folder of the forms of these trees."""
    folder = trees.with_suffix("")
    quietly = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL)
    if trees.stat().st_size:
        quietly([sys.executable, str(RECIPE / "everyday.py"), str(trees), "--output", str(folder)])
    return folder


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("known", "forms"))
    {"known": known, "forms": forms}[parser.parse_args().what]()


if __name__ == "__main__":
    run(main)
