"""Opening text to read, with clear words when it cannot be, and writing it whole or not at all."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rightmost.errors import UnreadableFile


@contextmanager
def opened_text(source: str | Path | TextIO) -> Iterator[tuple[TextIO, str]]:
    """The text stream behind `source` (a path, `-` for standard input, or a stream), and its name for messages."""
    if not isinstance(source, (str, Path)):
        name = getattr(source, "name", "<stream>")
        with _clear_decoding(str(name)):
            yield source, str(name)
    elif str(source) == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")  # whatever the locale
        with _clear_decoding("<stdin>"):
            yield sys.stdin, "<stdin>"
    else:
        name = str(source)
        try:
            stream = open(source, encoding="utf-8-sig")  # noqa: SIM115 (closed by the `with` below)
        except FileNotFoundError:
            raise UnreadableFile(f"{name}: no such file; check the path") from None
        except IsADirectoryError:
            raise UnreadableFile(f"{name}: a folder, where a file was expected") from None
        except OSError as error:
            raise UnreadableFile(f"{name}: cannot be read ({error.strerror or error})") from None
        with stream, _clear_decoding(name):
            yield stream, name


@contextmanager
def written_atomically(path: str | Path) -> Iterator[TextIO]:
    """A text stream that becomes the file `path` when the block ends well, and leaves nothing behind otherwise."""
    path = Path(path).resolve()  # a link stays one: what it leads to is written
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe or a device: there is nothing to replace
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    if path.is_dir():
        raise UnreadableFile(f"{path}: a folder, where a file was to be written; name a file in it")
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be written ({error.strerror or error})") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def _clear_decoding(name: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"{name}: not UTF-8 text (byte {error.start}); is it a binary file, or in another encoding?"
        ) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
