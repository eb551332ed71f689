"""A training config from its TOML file, with what the command line sets besides."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rightmost.errors import BadUsage, RightmostError
from rightmost.files import opened_text
from rightmost.training.config_faults import KeyPath, dotted, faults_in, shown
from rightmost.training.training_config import CHECK_FILES, TrainingConfig

TOLD = 20  # faults in one message
DEEPEST = 20  # dots in a key
_WHERE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_TABLE = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"\s*([\w.-]+)\s*=")


class ConfigError(RightmostError):
    """A config that cannot be used. Each line of the message is one fault; if all are `--set`'s, the file is right."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)
        if all(fault.startswith("--set") for fault in faults):
            self.exit_code = BadUsage.exit_code


def read_config(path: str | Path, settings: Mapping[str, Any] | None = None) -> TrainingConfig:
    """The config in `path`, with `settings` (dotted keys) put over it. Raises with all faults at once."""
    with opened_text(path) as (stream, name):
        text = stream.read()
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = _WHERE.search(str(error))
        line = f"{name}:{where[1]}:{where[2]}" if where else name
        raise ConfigError([f"{line}: not TOML: {_WHERE.sub('', str(error))}"]) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError([f"{name}: {_excess(error)}"]) from None
    settings = settings or {}
    for key, value in settings.items():
        tables = _with(tables, key.split("."), value, whole=key)
    try:
        return TrainingConfig.model_validate(tables, context=CHECK_FILES)
    except ValidationError as error:
        faults = faults_in(error, TrainingConfig)
    lines = _lines(text)
    told = [f"{_source(place, name, lines, settings)}: {_said(place, words)}" for place, words in faults[:TOLD]]
    if len(faults) > TOLD:
        told.append(f"{name}: and {len(faults) - TOLD} more faults")
    raise ConfigError(told)


def settings_from(arguments: Sequence[str]) -> dict[str, Any]:
    """The dotted keys and values of `--set key=value` options; a value is TOML, or else a string as it stands.

    >>> settings_from(["optimiser.learning_rate=1e-5", "model.encoder=tiny", "data.dev=['dev.txt']"])
    {'optimiser.learning_rate': 1e-05, 'model.encoder': 'tiny', 'data.dev': ['dev.txt']}
    """
    settings = {}
    for argument in arguments:
        key, equals, text = argument.partition("=")
        if not equals or not all(key.strip().split(".")) or key.count(".") > DEEPEST:
            raise BadUsage(
                f"--set {shown(argument)} is not key=value; give, for example, --set optimiser.learning_rate=1e-5"
            )
        try:
            settings[key.strip()] = _value(text.strip())
        except (ValueError, RecursionError) as error:
            raise BadUsage(f"--set {key.strip()}: {_excess(error)}") from None
    return settings


def _excess(error: Exception) -> str:
    """What Python does not read, although it is TOML."""
    return "values lie in one another too deep" if isinstance(error, RecursionError) else "a number of too many digits"


def _value(text: str) -> Any:
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return parsed["value"] if len(parsed) == 1 else text


def _with(table: Mapping[str, Any], path: Sequence[str], value: Any, *, whole: str) -> dict[str, Any]:
    """The table with `value` at `path`."""
    name, *rest = path
    if not rest:
        return {**table, name: value}
    inner = table.get(name, {})
    if not isinstance(inner, dict):
        raise ConfigError([f"--set {whole}: {name} is {shown(inner)}, not a table: it has no keys to set"])
    return {**table, name: _with(inner, rest, value, whole=whole)}


def _source(place: KeyPath, name: str, lines: Mapping[str, int], settings: Mapping[str, Any]) -> str:
    """Where the faulty value came from: the command line, or a line of the file."""
    keys = [part for part in place if isinstance(part, str)]
    key = ".".join(keys)
    # What was set is the faulty value, or holds it, or lies in it.
    if any(f"{key}.".startswith(f"{set_}.") or set_.startswith(f"{key}.") for set_ in settings):
        return "--set"
    known = (lines.get(".".join(keys[:length])) for length in range(len(keys), 0, -1))
    line = next(filter(None, known), None)
    return f"{name}:{line}" if line else name


def _lines(text: str) -> dict[str, int]:
    """The lines that tables and dotted keys begin in.

    >>> _lines("epochs = 60\\n[data]\\ntrain = [\\n  'a.txt',\\n]\\n")
    {'epochs': 1, 'data': 2, 'data.train': 3}
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if opened := _TABLE.match(line):
            table = f"{opened[1].strip()}."
            lines.setdefault(table[:-1], number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}{key[1]}", number)
    return lines


def _said(place: KeyPath, words: str) -> str:
    return f"{dotted(place)}: {words}" if place else words
