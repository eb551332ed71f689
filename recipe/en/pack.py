"""Packs an encoder and treebanks into one archive small enough to travel to a training machine, and unpacks it there.

    python recipe/en/pack.py pack carry/en.tar.xz --encoder ENCODER_FOLDER --data FILE... [--extra FOLDER...]
    python recipe/en/pack.py unpack carry/en.tar.xz FOLDER

Word embeddings travel as int8 with a scale for each row (no loss was seen), everything else as float16. The archive
unpacks to `encoder/` (as Hugging Face reads it), `data/`, and the extra folders under their own names.
"""

from __future__ import annotations

import argparse
import io
import tarfile
from pathlib import Path

from safetensors.torch import load, save, save_file

from rightmost.errors import BadUsage
from rightmost.modelfile.compact import compacted, restored
from rightmost.outcome import run

EMBEDDINGS = "word_embeddings.weight"


def pack(archive: Path, encoder: Path, data: list[Path], extra: list[Path]) -> None:
    if len({path.name for path in data}) < len(data):
        raise BadUsage("--data: two files of one name; in the archive one would take the other's place")
    with tarfile.open(archive, "w:xz") as tar:
        for path in sorted(encoder.iterdir()):
            if path.suffix == ".safetensors":
                body = save(compacted(load(path.read_bytes()), only=EMBEDDINGS))
                member = tarfile.TarInfo(f"encoder/{path.name}")
                member.size = len(body)
                tar.addfile(member, io.BytesIO(body))
            else:
                tar.add(path, f"encoder/{path.name}")
        for path in data:
            tar.add(path, f"data/{path.name}")
        for path in extra:
            tar.add(path, path.name)


def unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    for path in (folder / "encoder").glob("*.safetensors"):
        path.chmod(0o644)
        weights = restored(load(path.read_bytes()))
        halves = {name: tensor.half() if tensor.is_floating_point() else tensor for name, tensor in weights.items()}
        save_file(halves, path, metadata={"format": "pt"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    to_pack = commands.add_parser("pack")
    to_pack.add_argument("archive", type=Path)
    to_pack.add_argument("--encoder", type=Path, required=True)
    to_pack.add_argument("--data", type=Path, nargs="*", default=[])
    to_pack.add_argument("--extra", type=Path, nargs="*", default=[])
    to_unpack = commands.add_parser("unpack")
    to_unpack.add_argument("archive", type=Path)
    to_unpack.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "pack":
        pack(arguments.archive, arguments.encoder, arguments.data, arguments.extra)
    else:
        unpack(arguments.archive, arguments.folder)


if __name__ == "__main__":
    run(main)
