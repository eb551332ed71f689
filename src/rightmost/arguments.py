"""Checks of what callers give. A wrong value gets one line that shows it, and what is allowed."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Iterable
from numbers import Integral
from typing import Any, NoReturn

from rightmost.errors import BadUsage, RightmostError

_UNORDERED = (set, frozenset)  # a dict has the order in which it was filled


def shown(value: object) -> str:
    """The value and its type, short and on one line.

    >>> shown(3), shown("Arthur")
    ('3, of type int', "'Arthur', of type str")
    """
    return f"{short(value)}, of type {type(value).__name__}"


def short(value: object) -> str:
    """The value, short and on one line."""
    try:
        return reprlib.repr(value).replace("\n", " ")
    except ValueError:  # a number of thousands of digits, which Python does not write out
        return "a number too long to be shown"


def refuse(value: object, expected: str) -> NoReturn:
    """Raises, for a value that is not what was expected."""
    raise RightmostError(f"{shown(value)}, where {expected} was expected")


def checked(value: Any, kind: type | tuple[type, ...], expected: str) -> Any:
    """The value, which must be of that kind."""
    if not isinstance(value, kind):
        refuse(value, expected)
    return value


def checked_path(value: Any, expected: str) -> None:
    """Raises unless this can be the path of a file."""
    if not isinstance(value, (str, os.PathLike)):
        refuse(value, expected)
    try:
        is_one = b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        is_one = False
    if not is_one:
        raise RightmostError(f"{short(value)}: no file can have this name; give another")


def listed(values: Any, expected: str) -> list[Any]:
    """The values, which must have an order, as a list."""
    return list(in_order(values, expected))


def in_order(values: Any, expected: str) -> Iterable[Any]:
    """The values, which must be many and have an order. They are not gone through."""
    if type(values) is list or type(values) is tuple:  # the usual, without a closer look
        return values
    if isinstance(values, _UNORDERED):
        raise RightmostError(
            f"{shown(values)}, where {expected} was expected; a {type(values).__name__} has no order, so give a list"
        )
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        refuse(values, expected)
    return values


def strings(values: Any, what: str, *, expected: str) -> list[str]:
    """The values as a list, all of them strings. `what` is one of them."""
    found = listed(values, expected)
    for number, value in enumerate(found, start=1):
        if not isinstance(value, str):
            raise RightmostError(f"{what} {number} is {shown(value)}; allowed: a str")
    return found


def whole_number(value: Any, what: str, *, least: int, most: int | None = None, why: str = "") -> int:
    """The value, which must be a whole number (numpy's too) in that range.

    >>> whole_number(3, "k", least=1)
    3
    """
    number = int(value) if isinstance(value, Integral) else None
    if number is not None and number >= least and (most is None or number <= most):
        return number
    allowed = f"{least} or more" if most is None else f"{least} to {most:,}"
    raise BadUsage(f"{what} is {short(value)}; allowed: a whole number, {allowed}{why}")
