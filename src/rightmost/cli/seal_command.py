"""`rightmost seal`: new checksums for a model folder that its owner changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rightmost.modelfile.sealed import seal


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A model folder that you trust.")],
) -> None:
    """Write new checksums of FOLDER's files, after you changed them or if an older version wrote the folder."""
    files = seal(folder)
    print(f"{folder}: the checksums of {files} files are written")
