"""The models that come with Rightmost, and what a model's name stands for. Imports nothing heavy."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rightmost
from rightmost.errors import ModelError


@dataclass(frozen=True)
class Shipped:
    """A model that is installed, and what its config says about it."""

    name: str
    folder: Path
    about: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.is_file())

    @property
    def licence(self) -> str | None:
        """What the model may be used under, if it says so."""
        stated = self.about.get("licence")
        return stated if isinstance(stated, str) else None

    @property
    def scores(self) -> dict[str, float]:
        """F1 by treebank: on test trees where it has such figures, or else on development trees."""
        tables = self.about.get("test") or self.about.get("dev")
        if not isinstance(tables, dict):
            return {}
        names = {path: Path(path).name.removesuffix(".txt") for path in tables}
        files = Counter(names.values())
        return {
            names[path] if files[names[path]] == 1 else path: float(figures["f1"])
            for path, figures in tables.items()
            if isinstance(figures, dict) and isinstance(figures.get("f1"), (int, float))
        }


def models_folder() -> Path:
    """Where the models are that come with Rightmost."""
    return Path(rightmost.__file__).parent / "models"


def shipped_models() -> list[Shipped]:
    """The installed models, by name."""
    folders = sorted(path.parent for path in models_folder().glob("*/config.json"))
    return [Shipped(folder.name, folder, about_model(folder)) for folder in folders]


def model_folder(name: str | Path) -> Path:
    """The folder of that path if a model is in it; or else, of that name among those that come with Rightmost.

    A folder that happens to have a model's name, as data/en, does not hide the model.
    """
    folder = Path(name)
    if (folder / "config.json").is_file():
        return folder
    shipped = models_folder() / folder
    if len(folder.parts) == 1 and folder.name not in {"", ".", ".."} and shipped.is_dir():
        return shipped
    if str(name) and folder.exists():
        return folder
    installed = ", ".join(model.name for model in shipped_models()) or "none"
    raise ModelError(
        f"{str(name) or repr('')}: no model here, and none of that name is installed (installed: {installed}); "
        "give a model's folder, or train one: rightmost train CONFIG"
    )


def about_model(folder: Path) -> dict[str, Any]:
    """What the folder's config says about its model: licence, scores, training."""
    path = folder / "config.json"
    try:
        about = json.loads(path.read_text(encoding="utf-8"))["about"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ModelError(f"{path}: not the config of a Rightmost model; did something else make it?") from None
    return about if isinstance(about, dict) else {}
