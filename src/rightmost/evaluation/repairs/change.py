"""One step of a repair, as its category is read off it: what changed, from where, to where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rightmost.trees.normalise import WRAPPER


class Kind(Enum):
    """What was done to the predicted tree."""

    ADD = "add"
    REMOVE = "remove"
    RELABEL = "relabel"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A place below a parent, between siblings, all by their labels or tags."""

    parent: str
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether what stands here is the only child of a node that counts."""
        return not self.left and not self.right and self.parent != WRAPPER

    def next_to(self, label: str) -> bool:
        """Whether the nearest sibling, on either side, has this label."""
        return label in (*self.left[-1:], *self.right[:1])


@dataclass(frozen=True, slots=True)
class Edit:
    """A node added, removed or given another label, with its place and its children's labels."""

    kind: Kind
    label: str
    place: Surroundings
    children: tuple[str, ...]
    #: Whether the node stands over a single word.
    over_word: bool
    #: The wrong label, where there was one.
    instead_of: str | None = None

    def __str__(self) -> str:
        if self.kind is Kind.RELABEL:
            return f"{self.label}, not {self.instead_of}"
        return f"{'missing' if self.kind is Kind.ADD else 'extra'} {self.label}"


@dataclass(frozen=True, slots=True)
class Relocation:
    """Neighbouring nodes moved from one parent to another."""

    movers: tuple[str, ...]
    source: Surroundings
    target: Surroundings
    #: The label of the node that had to be put over the movers and their new neighbours.
    under_new: str | None = None

    @property
    def kind(self) -> Kind:
        return Kind.MOVE

    def __str__(self) -> str:
        new = f", under a new {self.under_new}" if self.under_new is not None else ""
        return f"{' '.join(self.movers)} moves from {self.source.parent} to {self.target.parent}{new}"
