"""Model folders that somebody made to do harm: their checksums are right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from safetensors.torch import load_file, save_file
from torch import Tensor

from rightmost.modelfile.sealed import seal

WEIGHTS = "weights-1-of-1.safetensors"


def with_json(folder: Path, name: str, change: Callable[[Any], object]) -> None:
    """Changes a JSON file of the folder, and its checksums accordingly."""
    value = json.loads((folder / name).read_text(encoding="utf-8"))
    change(value)
    with_text(folder, name, json.dumps(value))


def with_text(folder: Path, name: str, text: str) -> None:
    """Puts a text in a file's place, and changes the checksums accordingly."""
    (folder / name).write_text(text, encoding="utf-8")
    seal(folder)


def with_weights(folder: Path, change: Callable[[dict[str, Tensor]], object]) -> None:
    """Changes the weights, and their checksum accordingly."""
    weights = load_file(folder / WEIGHTS)
    change(weights)
    save_file({name: tensor.contiguous() for name, tensor in weights.items()}, folder / WEIGHTS)
    seal(folder)


def with_encoder(folder: Path, **settings: object) -> None:
    """Changes settings of the encoder."""
    with_json(folder, "config.json", lambda config: config["encoder"].update(settings))


def with_code(folder: Path) -> Path:
    """Puts a module there that leaves a trace when it is imported; where the trace would be."""
    trace = folder.parent / "evil-ran"
    (folder / "evil.py").write_text(f"open({str(trace)!r}, 'w')\nclass Evil: pass\n", encoding="utf-8")
    seal(folder)
    return trace
