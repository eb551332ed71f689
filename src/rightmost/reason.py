"""Errors of libraries, and values from files that may be hostile, as one line of a message shows them."""

from __future__ import annotations

from rightmost.errors import RightmostError

MOST_SHOWN = 700  # characters of a library's error


def one_line(error: BaseException) -> str:
    """The error's message, in one line of moderate length without control characters."""
    if isinstance(error, KeyError):
        return f"it has no {short_ascii(error.args[0] if error.args else None)}"
    errors = getattr(error, "errors", None)
    if callable(errors) and not isinstance(error, RightmostError):  # pydantic's
        first = errors()[0]
        text = ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))
    else:
        line, *rest = str(error).strip().splitlines() or [type(error).__name__]
        text = f"{line} {rest[0].strip()}" if rest and line.endswith(":") else line
    text = "".join(character if character.isprintable() else "?" for character in text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def short_ascii(value: object) -> str:
    """The value, short and in ASCII alone.

    >>> short_ascii("\\x1b")
    "'\\\\x1b'"
    """
    text = ascii(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
