"""All mistakes in a config, in a user's words."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

LONGEST = 60  # characters of a value in a message
KeyPath = tuple[int | str, ...]


def faults_in(error: ValidationError, schema: type[BaseModel]) -> list[tuple[KeyPath, str]]:
    """Where each fault is, and what to do about it."""
    return [(fault["loc"], _in_words(fault, schema)) for fault in error.errors()]


def dotted(place: KeyPath) -> str:
    """`data.train[0].weight`, as the file would have it.

    >>> dotted(("data", "train", 0, "weight"))
    'data.train[0].weight'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")


def keys_of(schema: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """Every key a config may hold, dotted."""
    for name, field in schema.model_fields.items():
        yield f"{prefix}{name}"
        for table in _tables_in(field.annotation):
            yield from keys_of(table, f"{prefix}{name}.")


def _in_words(fault: ErrorDetails, schema: type[BaseModel]) -> str:
    if fault["type"] == "extra_forbidden":
        return f"unknown key; {_near(fault['loc'], schema)}"
    if fault["type"] == "missing":
        return "not given, and it must be"
    if fault["type"] == "too_short":
        return "none given; at least one is needed"
    message = fault["msg"].removeprefix("Value error, ")
    if message.startswith("Input should"):
        message = f"{message.removeprefix('Input ')}, not {shown(fault['input'])}"
    return message


def shown(value: Any) -> str:
    """The value in a few words, whatever it is.

    >>> shown("Arthur"), shown(["is"] * 100)
    ("'Arthur'", "['is', 'is', 'is', 'is', 'is', 'is', 'is', 'is', 'is', 'is',...")
    """
    try:
        words = repr(value)
    except ValueError:  # Python raises this for very many digits
        return "a number of more digits than can be shown"
    except RecursionError:
        return f"a {type(value).__name__} of too many levels"
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}..."


def _near(place: KeyPath, schema: type[BaseModel]) -> str:
    """The keys that may have been meant: here, or of that name elsewhere; or else what is allowed here."""
    name = str(place[-1])
    table = "".join(f"{part}." for part in place[:-1] if isinstance(part, str))
    every = list(keys_of(schema))
    here = {key: f"{table}{key}" for key in _below(every, table)}
    near = [here[key] for key in get_close_matches(name, here, n=1)]
    elsewhere = {key.rpartition(".")[2]: key for key in every}
    near = near or [elsewhere[key] for key in get_close_matches(name, elsewhere, n=1, cutoff=0.8)]
    return f"did you mean {near[0]}?" if near else f"allowed here: {', '.join(here)}"


def _below(keys: list[str], table: str) -> list[str]:
    below = [key.removeprefix(table) for key in keys if key.startswith(table)]
    return [key for key in below if "." not in key]


def _tables_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [table for inner in get_args(annotation) for table in _tables_in(inner)]
