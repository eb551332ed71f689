"""Where a run stands, on disk: safetensors and JSON, whole or not at all, the last two kept."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from rightmost.errors import RightmostError
from rightmost.files import sha256_of

logger = logging.getLogger(__name__)

KEPT = 2
STATE = "state.json"
FORMAT = 1
_NAME = re.compile(r"step-(\d+)")


class CheckpointError(RightmostError):
    """A checkpoint that cannot be written, or does not fit the run that would resume from it."""


@dataclass(frozen=True)
class Checkpoint:
    """One on disk, known to be whole."""

    folder: Path
    state: Mapping[str, Any]

    def tensors(self, name: str) -> dict[str, Tensor]:
        """The tensors saved under `name`, on the CPU."""
        loaded: dict[str, Tensor] = load_file(self.folder / f"{name}.safetensors")
        return loaded


class Checkpoints:
    """The checkpoints of one run, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, tensors: Mapping[str, Mapping[str, Tensor]], state: Mapping[str, Any], *, step: int) -> Path:
        """Writes one, then removes all but the last two. If it cannot, the old ones stay."""
        final = self.folder / f"step-{step:09}"
        part = self.folder / f".{final.name}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._sweep()
            part.mkdir()
            _write(part, tensors, state)
            if final.exists():  # a broken one that was passed over, or the same one again
                final.rename(self.folder / f".{final.name}.old")
            part.rename(final)
            _sync(self.folder)
        except (OSError, SafetensorError) as error:
            shutil.rmtree(part, ignore_errors=True)
            raise CheckpointError(f"{final}: cannot be written ({error}); the last good one is kept") from None
        self._sweep()
        for old in self._newest_first()[KEPT:]:
            shutil.rmtree(old)
        return final

    def latest(self) -> Checkpoint | None:
        """The newest one that is whole, with a warning for each that is not; None if there is none."""
        for folder in self._newest_first():
            try:
                return Checkpoint(folder, _checked(folder))
            except _Broken as error:
                logger.warning("%s is broken (%s): going back to the one before it", folder, error)
        return None

    def _newest_first(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        return sorted(found, key=lambda path: int(path.name.partition("-")[2]), reverse=True)

    def _sweep(self) -> None:
        """Removes what a killed run left half done."""
        for left in (*self.folder.glob(".step-*.part"), *self.folder.glob(".step-*.old")):
            shutil.rmtree(left)


class _Broken(Exception):
    """Why a checkpoint is not whole."""


def _write(folder: Path, tensors: Mapping[str, Mapping[str, Tensor]], state: Mapping[str, Any]) -> None:
    files = {}
    for name, named in tensors.items():
        path = folder / f"{name}.safetensors"
        save_file(_separate(named), path)
        _sync(path)
        files[path.name] = sha256_of(path)
    content = {"format": FORMAT, **state, "files": files}
    path = folder / STATE
    path.write_text(json.dumps({"checksum": _checksum(content), **content}, indent=2), encoding="utf-8")
    _sync(path)
    _sync(folder)


def _checked(folder: Path) -> dict[str, Any]:
    """The state of a checkpoint whose every byte is as it was written."""
    try:
        content: dict[str, Any] = json.loads((folder / STATE).read_text(encoding="utf-8"))
        checksum = content.pop("checksum")
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise _Broken(f"{STATE} cannot be read") from None
    if checksum != _checksum(content):
        raise _Broken(f"{STATE} is not as it was written")
    if content["format"] != FORMAT:
        raise CheckpointError(
            f"{folder}: of format {content['format']}, and this is a Rightmost that writes format {FORMAT}: "
            "resume with the version that wrote it"
        )
    for name, expected in content["files"].items():
        if not (folder / name).is_file():
            raise _Broken(f"{name} is missing")
        if sha256_of(folder / name) != expected:
            raise _Broken(f"{name} is not as it was written")
    return content


def _separate(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors on the CPU, none sharing memory with another, which safetensors does not allow."""
    copies: dict[str, Tensor] = {}
    seen: set[int] = set()
    for name, tensor in tensors.items():
        copy = tensor.detach().to("cpu").contiguous()
        place = copy.untyped_storage().data_ptr()
        copies[name] = copy.clone() if place in seen else copy
        seen.add(place)
    return copies


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _sync(path: Path) -> None:
    """Returns when the file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
