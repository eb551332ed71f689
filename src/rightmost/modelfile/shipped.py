"""The models that come with Rightmost, and the folder of each model name. Imports nothing heavy."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rightmost
from rightmost.arguments import checked_path
from rightmost.bounded_json import parsed_json
from rightmost.errors import ModelError
from rightmost.modelfile.sealed import CONFIG, MOST_CONFIG_BYTES, read_regular


@dataclass(frozen=True)
class Shipped:
    """A model that is installed, with the description in its config."""

    name: str
    folder: Path
    about: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes."""
        return size_of(self.folder)

    @property
    def licence(self) -> str | None:
        """The model's licence, if its config has one."""
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


def size_of(folder: Path) -> int:
    """The bytes of the folder's files."""
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


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
    checked_path(name, "a model's name or folder")
    folder = Path(os.fsdecode(name))
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
    """The description in the folder's config: licence, scores, training."""
    path = folder / CONFIG
    content, _ = read_regular(path, MOST_CONFIG_BYTES)
    try:
        about = parsed_json(content)["about"]
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"{path}: not the config of a Rightmost model; did something else make it?") from None
    return about if isinstance(about, dict) else {}
