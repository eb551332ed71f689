"""The configs that come with Rightmost, by name: the paper's settings, its ablations, and one for open treebanks."""

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
    return sorted(path.stem for path in presets_folder().glob("*.toml"))


def config_file(config: str) -> str:
    """The file of that path; where there is none, the preset of that name.

    >>> Path(config_file("ptb-bert")).name
    'ptb-bert.toml'
    """
    path = Path(config)
    if config == "-" or path.exists() or path.suffix or len(path.parts) != 1:
        return config  # whoever opens it says what is wrong with it
    names = preset_names()
    if config not in names:
        raise BadUsage(
            f"{config}: no such file, and no preset of that name; "
            f"the presets are {', '.join(names) or 'not installed'} (in {presets_folder()})"
        )
    return str(presets_folder() / f"{config}.toml")
