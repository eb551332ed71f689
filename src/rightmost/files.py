"""Opening text with clear messages if that fails, and writing it whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from rightmost.errors import UnreadableFile
from rightmost.part import part_file

_MOST_LINKS = 40  # that lead to one another, as in Linux

GZIP = b"\x1f\x8b"  # how its files begin
_ENOUGH = 4096  # bytes that an encoding is guessed from


def sha256_of(path: Path) -> str:
    """The file's SHA-256."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class Unpacked(io.RawIOBase):
    """The bytes of a stream, unpacked if gzip packed them. The first ones decide, when they are asked for."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        given: Any = stream
        self.lent = None if hasattr(given, "peek") else io.BufferedReader(given)  # which is not to close what it reads
        self.stream = self.lent or given
        self.shown_name = name
        self.source: Any = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if self.lent is not None and not self.closed:
            self.lent.detach()
        super().close()

    def readinto(self, buffer: Any) -> int:
        if self.source is None:
            is_packed = self.stream.peek(len(GZIP))[: len(GZIP)] == GZIP
            self.source = gzip.GzipFile(fileobj=self.stream) if is_packed else self.stream
        try:
            data: bytes = self.source.read1(len(buffer))
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise UnreadableFile(f"{self.shown_name}: damaged gzip data, or cut short; get the file again") from None
        buffer[: len(data)] = data
        return len(data)


class CheckedText(io.TextIOWrapper):
    """UTF-8 text, packed by gzip or not. An error names the first line that is not. Lines before it can be read."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        # A bad byte becomes half of a pair, and a carriage return within a line ends none.
        unpacked = io.BufferedReader(Unpacked(stream, name))
        super().__init__(unpacked, encoding="utf-8-sig", errors="surrogateescape", newline="\n")
        self.shown_name = name
        self.lines = 0  # read so far
        self.rest = ""  # read, and not given out

    def read(self, size: int | None = -1) -> str:
        text, self.rest = self.rest or super().read(size), ""
        bad = self._fault(text)
        if bad is None:
            self.lines += text.count("\n")
            return text
        start = text.rfind("\n", 0, bad) + 1
        self.lines += text.count("\n", 0, start)
        if start == 0 or size is None or size < 0:
            raise self._error(text[start:])
        self.rest = text[start:]
        return text[:start]

    def readline(self, size: int = -1) -> str:  # type: ignore[override]  # iteration takes its lines from here
        line = super().readline(size)
        if self.rest or self._fault(line) is not None:
            raise self._error(self.rest or line)
        self.lines += line.endswith("\n")
        return line

    def _fault(self, text: str) -> int | None:
        """The place of the first byte that was no text; the beginning, where UTF-16 happens to be UTF-8 too."""
        if self.lines == 0 and 3 * text.count("\0", 0, _ENOUGH) > min(len(text), _ENOUGH):
            return 0
        return _bad_byte(text)

    def _error(self, text: str) -> UnreadableFile:
        raw = text[:_ENOUGH].encode("utf-8", "surrogateescape")
        return _not_text(f"{self.shown_name}:{self.lines + 1}", raw)


def check_unicode(text: str) -> None:
    """Raises if an argument of the command line held bytes that are no text."""
    if _bad_byte(text) is not None:
        raise UnreadableFile("TEXT: not UTF-8 text; is it in another encoding?")


@contextmanager
def opened_text(source: str | Path | TextIO) -> Iterator[tuple[TextIO, str]]:
    """The text stream of `source` (a path, `-` for standard input, or a stream), and its name for messages.

    Standard input is read ahead, so it can be opened once.
    """
    if not isinstance(source, (str, Path)):
        name = str(getattr(source, "name", "<stream>"))
        try:
            yield source, name
        except UnicodeDecodeError as error:
            raise _not_text(name, error.object[:_ENOUGH]) from None
    elif str(source) == "-":
        if sys.stdin is None:
            raise UnreadableFile("<stdin>: closed; there is nothing to read")
        if isinstance(sys.stdin, io.TextIOWrapper):
            stream = CheckedText(sys.stdin.buffer, "<stdin>")  # whatever the locale
            try:
                yield stream, "<stdin>"
            finally:
                stream.detach()  # standard input stays open
        else:
            yield sys.stdin, "<stdin>"
    else:
        name = str(source)
        try:
            opened = open(source, "rb")  # noqa: SIM115 (closed by the `with` below)
        except FileNotFoundError:
            raise UnreadableFile(f"{name or repr(name)}: no such file; check the path") from None
        except IsADirectoryError:
            raise UnreadableFile(f"{name}: a folder, where a file was expected") from None
        except OSError as error:
            raise UnreadableFile(f"{name}: cannot be read ({error.strerror or error})") from None
        with opened, CheckedText(opened, name) as stream:
            yield stream, name


def named_text(text: str, name: str) -> TextIO:
    """Text in memory that knows its file, so that messages about it can."""
    stream = io.StringIO(text)
    stream.name = name
    return stream


@contextmanager
def written_atomically(path: str | Path) -> Iterator[TextIO]:
    """A text stream that becomes the file `path` when the block ends well, and leaves no file otherwise.

    A link stays one: what it leads to is written. What is no regular file (a pipe, a terminal, a device, /dev/stdout)
    is never replaced, but written to as it is.
    """
    with _named_when_it_cannot_be_written(path):
        target = _target(path)
    if not isinstance(target, Path):
        with open(target, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    with ExitStack() as stack:
        with _named_when_it_cannot_be_written(path):
            part, handle = stack.enter_context(part_file(target))
        with open(handle, "w", encoding="utf-8", newline="\n", closefd=False) as stream:
            yield stream
            stream.flush()
            os.fsync(handle)
        os.chmod(part.path, mode)


@contextmanager
def _named_when_it_cannot_be_written(path: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnreadableFile(f"{str(path) or repr('')}: cannot be written ({error.strerror or error})") from None


def _target(path: str | Path) -> Path | int:
    """The regular file that is to be replaced; or what is to be written to as it is, opened."""
    number = _descriptor(path)
    if number is not None:
        return os.dup(number)
    try:
        kind = os.stat(path).st_mode
    except FileNotFoundError:
        if not str(path):  # which would lead to the current folder
            raise
        return Path(os.path.realpath(path))
    if stat.S_ISDIR(kind):
        raise UnreadableFile(f"{path}: a folder, where a file was to be written; name a file in it")
    if not os.access(path, os.W_OK):
        raise UnreadableFile(f"{path}: cannot be written (it is read-only)")
    if not stat.S_ISREG(kind):
        return os.open(path, os.O_WRONLY)
    return Path(os.path.realpath(path))


def _descriptor(path: str | Path) -> int | None:
    """The number of the open file that the path stands for, as /dev/stdout, /dev/fd/3 or a link to one of them does.

    Its own name would lead to a file that a shell opened, and that would then be replaced.
    """
    tables = {os.path.realpath(folder) for folder in ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")}
    name = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(os.path.dirname(name))
        name = os.path.join(folder, os.path.basename(name))
        if folder in tables and os.path.basename(name).isdecimal():
            return int(os.path.basename(name))
        if not os.path.islink(name):
            break
        name = os.path.join(folder, os.readlink(name))
    return None


def _bad_byte(text: str) -> int | None:
    """The place of the first byte that was no text."""
    if text.isascii():
        return None
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def _not_text(name: str, raw: bytes) -> UnreadableFile:
    encoding = _encoding_of(raw)
    if encoding is None:
        return UnreadableFile(f"{name}: not UTF-8 text; is it a binary file, or in another encoding?")
    return UnreadableFile(
        f"{name}: not UTF-8 text; it looks like {encoding}: convert it first (iconv -f {encoding} -t UTF-8)"
    )


def _encoding_of(raw: bytes) -> str | None:
    """The name of the encoding that text with these bytes is probably in; None where nothing suggests one.

    >>> [_encoding_of("Artús".encode(name)) for name in ("UTF-16", "Latin-1")]
    ['UTF-16', 'ISO-8859-1']
    """
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if 3 * raw.count(0) > len(raw):
        return "UTF-16LE" if raw[1:2] == b"\0" else "UTF-16BE"
    if any(byte < 32 and byte not in b"\t\n\v\f\r\x1b" for byte in raw):
        return None
    high = [byte for byte in raw if byte > 127]
    if 3 * len(high) > len(raw):  # no Latin letters; or hardly any text
        return None
    return "WINDOWS-1252" if any(byte < 0xA0 for byte in high) else "ISO-8859-1"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
