"""Folders as `rightmost train` leaves them, with results alone."""

from __future__ import annotations

import json
from pathlib import Path


def figures(f1: float) -> dict[str, float]:
    return {"exact_match": f1 - 40, "f1": f1, "precision": f1 + 1, "recall": f1 - 1, "tagging_accuracy": 97.0}


def write_result(folder: Path, seed: int, f1: float, *, test: bool = True, where: str = "data") -> None:
    """A result.json as `rightmost train` writes it: two development files, one point either side, and a test file."""
    folder.mkdir(parents=True, exist_ok=True)
    dev = {f"{where}/one.txt": figures(f1 - 1), f"{where}/two.txt": figures(f1 + 1)}
    found = {"seed": seed, "best_epoch": 3, "seconds": 9.5, "dev": dev, "test": {}}
    if test:
        found["test"] = {f"{where}/test.txt": figures(f1 - 2)}
    (folder / "result.json").write_text(json.dumps(found))


def write_seeds(folder: Path, *f1s: float, test: bool = True, where: str = "data") -> Path:
    for seed, f1 in enumerate(f1s, start=1):
        write_result(folder / f"seed-{seed}", seed, f1, test=test, where=where)
    return folder
