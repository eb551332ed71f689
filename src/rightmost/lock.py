"""A lock for one process at a time. The system releases it when its owner ends, however that happens.

It holds between processes of one machine, and over NFS between machines too, where the mount has locks (Linux turns
flock into a lock of the server's). Where a file system has none, a warning is logged and nothing is locked.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rightmost.ending import clearing
from rightmost.errors import RightmostError, UnreadableFile

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

logger = logging.getLogger(__name__)

LONGEST = 200  # bytes of an owner's description
_BYTE = 1 << 30  # which Windows locks: beyond the description, which others read


class InUse(RightmostError):
    """Another process writes there."""


class NoLocks(Exception):
    """The file system has no locks."""


def locked(handle: int) -> bool:
    """Locks the open file for this process, unless another has done so: whether it is ours. Never waits."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, _BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        raise NoLocks from None
    return True


@contextmanager
def held(path: Path, *, of: Path) -> Iterator[None]:
    """Holds the lock file `path` for the length of the block; raises, with the owner's name, if another holds it.

    `of` is what only one process may write. The lock file is made, and removed at the end.
    """
    handle = _taken(path, of)
    with clearing(lambda: path.unlink()):
        try:
            yield
        finally:
            if sys.platform == "win32":  # where an open file cannot be removed
                os.close(handle)
            with suppress(OSError):
                path.unlink()
            if sys.platform != "win32":
                os.close(handle)


def _taken(path: Path, of: Path) -> int:
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError as error:
            raise UnreadableFile(f"{of}: cannot be written ({error.strerror or error})") from None
        try:
            is_ours = locked(handle)
        except NoLocks:
            logger.warning("%s: this file system has no locks; see to it that nothing else writes there", of)
            return handle
        if not is_ours:
            owner = _owner(handle)
            os.close(handle)
            raise InUse(f"{of}: {owner} is writing it; wait until it ends, or name another folder")
        if _is_at(handle, path):
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, _self().encode()[:LONGEST])
            return handle
        os.close(handle)  # its owner has just removed it


def _self() -> str:
    return f"process {os.getpid()} on machine {socket.gethostname()}"


def _owner(handle: int) -> str:
    """Whoever holds the lock, as they wrote it."""
    os.lseek(handle, 0, os.SEEK_SET)
    told = os.read(handle, LONGEST).decode(errors="replace")
    return told if told.startswith("process ") and told.isprintable() else "another process"


def _is_at(handle: int, path: Path) -> bool:
    """Whether the open file is the one at `path`."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
