"""A trained model in a quarter of its size, its weights cut into parts of 15 MiB that may travel one by one.

python recipe/en/gpu/in_parts.py MODEL FOLDER

`cat FOLDER/part-* > FOLDER/weights-1-of-1.safetensors` makes a model's folder of it again.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from rightmost.outcome import run
from rightmost.training.run.release import pack

SIZE = 15 * 2**20
WEIGHTS = "weights-1-of-1.safetensors"


def in_parts(model: Path, folder: Path, *, size: int = SIZE) -> int:
    """Writes the parts and the model's JSON files; says how many parts there are."""
    whole = folder / "model"
    pack(model, whole, force=True)
    body = (whole / WEIGHTS).read_bytes()
    starts = range(0, len(body), size)
    for number, start in enumerate(starts):
        (folder / f"part-{number:02}").write_bytes(body[start : start + size])
    for path in whole.glob("*.json"):
        shutil.copy(path, folder / path.name)
    return len(starts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    print(f"{given.folder}: {in_parts(given.model, given.folder)} parts")


if __name__ == "__main__":
    run(main)
