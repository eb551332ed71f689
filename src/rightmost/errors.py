"""Everything Rightmost raises on purpose.

RightmostError                 bad data: one clear line, exit code 1
├── BracketError               text that is not a bracketed tree (file:line:column)
├── EmptySentence              no words where a sentence was needed
├── IllegalAction              an action the transition system does not allow in this state
├── UnreadableFile             missing, a folder, binary, or not UTF-8
├── ModelError                 a model folder that is missing, foreign, damaged or too new
├── CorpusError                a treebank folder that is not laid out as published
├── MismatchedTrees            trees that should be over the same words and are not
│   └── TooManyErrors          evalb gave up (rightmost.evaluation.evalb)
├── StructureError             a file of structures that cannot be used (rightmost.complexity.structures)
├── ConfigError                training settings that are not right (rightmost.training.config_file)
├── CheckpointError            a run that cannot be resumed (rightmost.training.record.checkpoint)
├── NonFiniteLoss              a loss that is no number (rightmost.training.record.ledger)
├── InUse                      what another process is writing (rightmost.lock)
├── Interrupted                Ctrl-C, where there is a way to go on: exit code 130
└── BadUsage                   a request that makes no sense: exit code 2
    └── PatternError           a pattern or an operation that cannot be understood (rightmost.patterns.fault)
"""

from __future__ import annotations

from typing import Any


class RightmostError(ValueError):
    """Bad data. `str(error)` is one line that a user can act on."""

    exit_code = 1


class BracketError(RightmostError):
    """Text that is not a bracketed tree. The message gives the place, and what was expected."""

    def __init__(self, message: str, *, source: str, line: int, column: int) -> None:
        super().__init__(f"{source}:{line}:{column}: {message}")
        self.source = source
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return Exception.__new__, (type(self), *self.args), vars(self)


class EmptySentence(RightmostError):
    """No words where a sentence was needed."""


class IllegalAction(RightmostError):
    """An action the transition system does not allow in this state."""


class UnreadableFile(RightmostError):
    """A file that is missing, a folder, binary, or not UTF-8."""


class ModelError(RightmostError):
    """A model folder that is missing, foreign, damaged or too new."""


class CorpusError(RightmostError):
    """A treebank folder that is not laid out as its publisher distributes it."""


class MismatchedTrees(RightmostError):
    """Trees that should be over the same words, or equally many, and are not."""


class Interrupted(RightmostError):
    """Ctrl-C. The message tells how to go on."""

    exit_code = 130  # as a shell has it


class BadUsage(RightmostError):
    """A request that makes no sense, whatever the data."""

    exit_code = 2
