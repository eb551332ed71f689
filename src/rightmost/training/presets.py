"""The configs that come with Rightmost, by name: the paper's settings, its ablations, and an example."""

from __future__ import annotations

from pathlib import Path

import rightmost
from rightmost.errors import BadUsage


def presets_folder() -> Path:
    """Where the presets are: in the installed package, or in the checkout that the package is read from."""
    package = Path(rightmost.__file__).parent
    installed = package / "configs"
    return installed if installed.is_dir() else package.parents[1] / "configs"


def preset_names() -> list[str]:
    """The names that `rightmost train` takes in place of a file."""
    return sorted(_files())


def config_file(config: str) -> str:
    """The file of that path; where there is none, the preset of that name.

    >>> Path(config_file("ptb-bert")).name
    'ptb-bert.toml'
    """
    path = Path(config)
    if config == "-" or path.exists() or path.suffix or len(path.parts) != 1:
        return config  # opening it gives the error message
    files = _files()
    if config not in files:
        raise BadUsage(
            f"{config}: no such file, and no preset of that name; "
            f"the presets are {', '.join(sorted(files)) or 'not installed'} (in {presets_folder()})"
        )
    return str(files[config])


def _files() -> dict[str, Path]:
    """Each preset's file; folders within the folder do not count in its name."""
    return {path.stem: path for path in presets_folder().rglob("*.toml")}
