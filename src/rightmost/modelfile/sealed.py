"""A model folder checked against its checksums: nothing is loaded that was not checked. Imports nothing heavy.

`config.json` holds a SHA-256 of every other file (`sha256`) and one of its own content (`checksum`). Each file is read
once, into memory, and its checksum is compared before anything looks at it. A file that is not listed is not read.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rightmost.bounded_json import parsed_json
from rightmost.errors import ModelError
from rightmost.files import written_atomically
from rightmost.reason import one_line, short_ascii

CONFIG = "config.json"
FORMAT = 1
MOST_FILES = 1000
MOST_BYTES = 100_000_000  # in one file; weights are cut into files of less than 50 MB
MOST_CONFIG_BYTES = 10_000_000
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,199}")
_BLOCK = 1 << 20
# A link is not followed and a pipe is not waited for, where the system knows these.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))


@dataclass(frozen=True)
class SealedFolder:
    """A model folder whose config is whole, and that holds all files it lists."""

    path: Path
    config: Mapping[str, Any]
    checksums: Mapping[str, str]  # by the file's name

    @classmethod
    def opened(cls, path: Path) -> SealedFolder:
        """The folder, after a look at its config and at the names and sizes of its files."""
        config = read_config(path)
        version = config.get("format")
        if version != FORMAT:
            raise ModelError(
                f"{path / CONFIG}: model format {short_ascii(version)}; this version of Rightmost reads format "
                f"{FORMAT}: update it"
            )
        checksums = _checksums(path / CONFIG, config)
        if "checksum" not in config:
            raise ModelError(
                f"{path / CONFIG}: it has no checksum of its own, as an older version wrote it; if you trust this "
                f"folder, add one: rightmost seal {path}"
            )
        if config["checksum"] != _checksum(config):
            raise ModelError(
                f"{path / CONFIG}: damaged or changed (its checksum differs); get the model again, or, if the change "
                f"is yours: rightmost seal {path}"
            )
        for name in checksums:
            if not os.path.lexists(path / name):
                raise ModelError(f"{path}: {name} is missing; get the model again")
        return cls(path, config, checksums)

    def names(self, suffix: str = "") -> list[str]:
        """The listed files whose names end so."""
        return sorted(name for name in self.checksums if name.endswith(suffix))

    def read(self, name: str) -> bytearray:
        """The whole file, which is as it was when the folder was written."""
        if name not in self.checksums:
            raise ModelError(f"{self.path}: {name} is not among its checksums; get the model again")
        content, digest = read_regular(self.path / name, MOST_BYTES)
        if digest != self.checksums[name]:
            raise ModelError(f"{self.path / name}: damaged or cut short (its checksum differs); get the model again")
        return content


def sealed(config: Mapping[str, Any], checksums: Mapping[str, str]) -> dict[str, Any]:
    """The config with the checksums of the other files, and with its own."""
    listed = json.loads(json.dumps({**config, "sha256": dict(checksums)}))  # with keys as they will be read
    return {**listed, "checksum": _checksum(listed)}


def seal(folder: Path) -> int:
    """Writes the checksums of the folder's files as they are now, and returns how many files there are.

    For a folder that the user changed, or that an older version wrote. Hidden files are left out.
    """
    config = read_config(folder)
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith(".") and path.name != CONFIG)
    checksums = {}
    for name in names:
        _check_name(folder / CONFIG, name)
        checksums[name] = read_regular(folder / name, MOST_BYTES)[1]
    if len(checksums) > MOST_FILES:
        raise ModelError(f"{folder}: {len(checksums)} files; a model has {MOST_FILES} at most")
    with written_atomically(folder / CONFIG) as stream:
        stream.write(as_json(sealed(config, checksums)))
    return len(checksums)


def read_config(folder: Path) -> dict[str, Any]:
    """The content of `config.json`, whether or not its checksum is right."""
    path = folder / CONFIG
    if not os.path.lexists(path):
        raise ModelError(f"{folder}: no model here: expected config.json, vocabulary.json and *.safetensors")
    content, _ = read_regular(path, MOST_CONFIG_BYTES)
    try:
        config = parsed_json(content)
    except ValueError:
        config = None
    if not isinstance(config, dict) or "format" not in config or not isinstance(config.get("sha256"), dict):
        raise ModelError(f"{path}: not the config of a Rightmost model; did something else make it?")
    return config


def read_regular(path: Path, most: int) -> tuple[bytearray, str]:
    """The content of a regular file, and its SHA-256. No link is followed, no pipe or device is read."""
    try:
        if path.is_symlink():
            raise ModelError(f"{path}: a link, where a file was expected; put the file itself there")
        handle = os.open(path, _FLAGS)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror or error})") from None
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            kind = "a folder" if stat.S_ISDIR(about.st_mode) else "a pipe or a device"
            raise ModelError(f"{path}: {kind}, where a file was expected; get the model again")
        if about.st_size > most:
            raise ModelError(f"{path}: {about.st_size:,} bytes, where {most:,} are the most; get the model again")
        with open(handle, "rb", buffering=0, closefd=False) as stream:
            return _content(stream, about.st_size)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror or error})") from None
    finally:
        os.close(handle)


def _content(stream: io.FileIO, size: int) -> tuple[bytearray, str]:
    content = bytearray(size)
    view = memoryview(content)
    digest = hashlib.sha256()
    done = 0
    while done < size and (count := stream.readinto(view[done : done + _BLOCK])):
        digest.update(view[done : done + count])  # while it is in the processor's cache
        done += count
    view.release()
    del content[done:]
    return content, digest.hexdigest()


def as_json(value: Any) -> str:
    """JSON as all files of a model folder have it."""
    return json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@contextmanager
def blamed_on(path: Path) -> Iterator[None]:
    """Any error within the block becomes one line that names this file."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:  # what foreign data makes libraries raise has no end
        raise ModelError(f"{path}: damaged ({one_line(error)}); get the model again") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of the tokenizers, which are written in Rust
            raise
        raise ModelError(f"{path}: damaged ({one_line(error)}); get the model again") from None


def _checksums(path: Path, config: Mapping[str, Any]) -> dict[str, str]:
    listed = config["sha256"]
    if len(listed) > MOST_FILES:
        raise ModelError(f"{path}: {len(listed)} files in sha256; a model has {MOST_FILES} at most")
    for name, checksum in listed.items():
        _check_name(path, name)
        if not isinstance(checksum, str) or not re.fullmatch("[0-9a-f]{64}", checksum):
            raise ModelError(f"{path}: sha256 of {name} is {short_ascii(checksum)}; expected 64 hexadecimal digits")
    return dict(listed)


def _check_name(path: Path, name: str) -> None:
    if not _NAME.fullmatch(name) or name == CONFIG:
        raise ModelError(
            f"{path}: sha256 names the file {short_ascii(name)}; expected a plain name of a file beside it"
        )


def _checksum(config: Mapping[str, Any]) -> str:
    """The checksum of the config's content, however the file is laid out."""
    content = {key: value for key, value in config.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
