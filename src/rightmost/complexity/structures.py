"""What is counted, and what is divided by what: read from a file that users can change (l2sca.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rightmost.errors import RightmostError
from rightmost.files import opened_text
from rightmost.patterns.fault import PatternError
from rightmost.patterns.pattern import Pattern

#: The sets that come with Rightmost: of Lu's program, and of his article.
SHIPPED = ("l2sca", "lu2010")

_RATIO = re.compile(r"\s*(\S+)\s+/\s+(\S+)\s*")


class StructureError(RightmostError):
    """A file of structures that cannot be used."""


@dataclass(frozen=True)
class Structures:
    """The structures, each with the patterns that find it, and the indices, each a ratio of two structures."""

    patterns: Mapping[str, tuple[Pattern, ...]]
    indices: Mapping[str, tuple[str, str]]

    @property
    def names(self) -> tuple[str, ...]:
        """The structures, then the indices."""
        return (*self.patterns, *self.indices)

    def with_indices(self, counts: Mapping[str, int]) -> dict[str, float]:
        """The counts, then the indices. A division by zero gives 0."""
        ratios = {
            name: counts[above] / counts[below] if counts[below] else 0.0
            for name, (above, below) in self.indices.items()
        }
        return {**counts, **ratios}


def read_structures(source: str | Path = "l2sca") -> Structures:
    """The structures of a file, or those that come with Rightmost: `l2sca` (the default) or `lu2010`.

    >>> read_structures().names[:9]
    ('W', 'S', 'VP', 'C', 'T', 'DC', 'CT', 'CP', 'CN')
    """
    return _shipped(str(source)) if source in SHIPPED else _read(source)


@cache
def _shipped(name: str) -> Structures:
    return _read(Path(__file__).with_name(f"{name}.toml"))


def _read(path: str | Path) -> Structures:
    with opened_text(path) as (stream, name):
        text = stream.read()
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StructureError(f"{name}: not TOML: {error}; docs/complexity.md describes the file") from None
    for key in table:
        if key not in ("structures", "indices"):
            raise StructureError(f"{name}: {key!r} at the top; allowed: [structures.NAME] and [indices]")
    structures = _table(table.get("structures", {}), f"{name}: [structures]")
    if not structures:
        raise StructureError(f"{name}: no structures; expected at least one [structures.NAME] with patterns")
    patterns = {
        structure: _patterns(values, f"{name}: [structures.{structure}]") for structure, values in structures.items()
    }
    indices = _table(table.get("indices", {}), f"{name}: [indices]")
    return Structures(
        patterns, {index: _ratio(index, ratio, patterns, f"{name}: [indices]") for index, ratio in indices.items()}
    )


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise StructureError(f"{where} is {value!r}; expected a table")
    return value


def _patterns(value: Any, where: str) -> tuple[Pattern, ...]:
    values = _table(value, where)
    for key in values:
        if key not in ("about", "patterns"):
            raise StructureError(f"{where} has {key!r}; allowed: 'about' and 'patterns'")
    texts = values.get("patterns")
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise StructureError(f"{where} has patterns = {texts!r}; expected a list of patterns, as ['NP < CC']")
    try:
        return tuple([Pattern(text) for text in texts])
    except PatternError as error:
        raise StructureError(f"{where}: {error}") from None


def _ratio(index: str, value: Any, structures: Mapping[str, object], where: str) -> tuple[str, str]:
    match = _RATIO.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise StructureError(f'{where} has {index} = {value!r}; expected two structures, as "W / S"')
    if index in structures:
        raise StructureError(f"{where} has {index}, which is the name of a structure; give it another one")
    for structure in match.groups():
        if structure not in structures:
            raise StructureError(f"{where} has {index} = {value!r}; structures are {', '.join(structures)}")
    return match[1], match[2]
