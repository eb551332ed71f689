"""A folder put in another's place. At every moment one of the two is there."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_HERE = -100  # AT_FDCWD of Linux: relative paths are the working directory's
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


def put_in_place(fresh: Path, out: Path, *, old: Path) -> None:
    """Puts `fresh` where `out` is, and `out`, if there is one, where `old` or `fresh` is.

    Where the system cannot exchange two folders (Windows, NFS), `out` is away for a moment. If the process is killed
    in it, `restored` brings it back.
    """
    if not os.path.lexists(out):
        fresh.rename(out)
    elif not exchanged(fresh, out):
        out.rename(old)
        try:
            fresh.rename(out)
        except BaseException:
            restored(out, old=old)
            raise


def restored(out: Path, *, old: Path) -> None:
    """Brings `out` back if it is still away."""
    if os.path.lexists(old) and not os.path.lexists(out):
        old.rename(out)


def exchanged(one: Path, other: Path) -> bool:
    """Exchanges two paths in one step; False where the system or the file system cannot."""
    if sys.platform not in ("linux", "darwin"):
        return False
    library = ctypes.CDLL(None)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        return bool(library.renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)
    if hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*names, _EXCHANGE) == 0)
    return False
