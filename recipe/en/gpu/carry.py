"""Packs what the GPU machine needs and git does not have, for the chain that trains on unfinished sentences.

    python recipe/en/gpu/carry.py --data data --text TEXT [--wheels WHEEL...] --output carry

OUTPUT gets `load.tar.xz` and copies of start.sh and fetch.sh. The archive has the treebanks of FILES as they stand
under --data (see docs/CORPORA.md for how to prepare them), TEXT as `raw/text.txt` (a sentence a line, its words
separated by spaces), and the content of the wheels under `deps/`, for a machine that lacks a package.
"""

from __future__ import annotations

import argparse
import io
import shutil
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rightmost.errors import BadUsage
from rightmost.outcome import run

HERE = Path(__file__).parent
FILES = (
    "masc/train.txt",
    "masc/dev.txt",
    "gum-open/train.txt",
    "gum-open/dev.txt",
    "craft/train.txt",
    "genia/train.txt",
)
SCRIPTS = ("start.sh", "fetch.sh")  # the commands of the two calls


def pack(output: Path, *, data: Path, text: Path, wheels: Sequence[Path] = ()) -> Path:
    """Writes the archive, and the scripts beside it."""
    found = {f"data/{name}": data / name for name in FILES} | {"raw/text.txt": text}
    missing = [str(path) for path in (*found.values(), *wheels) if not path.is_file()]
    if missing:
        raise BadUsage(f"no such file: {', '.join(missing)}")
    strange = [str(path) for path in wheels if not zipfile.is_zipfile(path)]
    if strange:
        raise BadUsage(f"no wheel: {', '.join(strange)}")
    output.mkdir(parents=True, exist_ok=True)
    archive = output / "load.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        for name, path in found.items():
            tar.add(path, name)
        for name, body in content_of(wheels):
            member = tarfile.TarInfo(f"deps/{name}")
            member.size = len(body)
            tar.addfile(member, io.BytesIO(body))
    for script in SCRIPTS:
        shutil.copy(HERE / script, output / script)
    return archive


def content_of(wheels: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """The name and content of each file in the wheels."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            yield from ((name, files.read(name)) for name in files.namelist() if not name.endswith("/"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--wheels", type=Path, nargs="*", default=[])
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    archive = pack(given.output, data=given.data, text=given.text, wheels=given.wheels)
    print(f"{archive}: {archive.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    run(main)
