"""What a pattern is made of: descriptions of labels, terms, and conditions on the nodes around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from rightmost.patterns.relations import Relation

#: What begins the part of a label that is no basic category, wherever it does not begin the label.
_ANNOTATION = re.compile(r"(?<=.)[-=|#^~_\[].*", re.DOTALL)
_MOST = 1 << 15  # labels of which a description keeps in mind whether they match


def basic_category(label: str) -> str:
    """The label without functions, indices and other annotations; what begins with `-` is whole.

    >>> basic_category("NP-SBJ=2"), basic_category("PRT|ADVP"), basic_category("-LRB-"), basic_category("PRP$")
    ('NP', 'PRT', '-LRB-', 'PRP$')
    """
    return label if label.startswith("-") else _ANNOTATION.sub("", label)


@dataclass(frozen=True)
class Regex:
    """A regular expression, which may match anywhere in a label, and the variables of its groups."""

    pattern: re.Pattern[str]
    variables: tuple[tuple[int, int], ...] = ()  # a group, and the slot of its variable


class _Known(dict[str, bool]):
    """Whether each label matches, worked out once."""

    def __init__(self, description: Description) -> None:
        self.description = description

    def __missing__(self, label: str) -> bool:
        if len(self) >= _MOST:
            self.clear()
        self[label] = found = self.description.holds_of(label)
        return found


@dataclass(frozen=True, eq=False)
class Description:
    """What a node's label must be: one of some labels, or one that some regular expression matches, or any."""

    labels: frozenset[str] = frozenset()
    regexes: tuple[Regex, ...] = ()
    any: bool = False
    root: bool = False  # any label, at the root alone
    negated: bool = False
    basic: bool = False  # of the label, only the basic category
    matches: _Known = field(init=False, repr=False)  # by label

    def __post_init__(self) -> None:
        object.__setattr__(self, "matches", _Known(self))

    @property
    def is_literal(self) -> bool:
        return not (self.regexes or self.any or self.root or self.negated or self.basic)

    @property
    def captures(self) -> bool:
        """Whether any of its regular expressions gives a group to a variable."""
        return any(regex.variables for regex in self.regexes)

    def seen(self, label: str) -> str:
        """The part of the label that counts."""
        return basic_category(label) if self.basic else label

    def holds_of(self, label: str) -> bool:
        label = self.seen(label)
        found = self.any or label in self.labels or any(regex.pattern.search(label) for regex in self.regexes)
        return found is not self.negated


@dataclass(frozen=True, eq=False)
class Term:
    """A node of the pattern. Without a description it is the node of an earlier name, or has that node's label."""

    description: Description | None
    name: int | None = None  # the slot of its name
    same: int | None = None  # the slot of the name whose node it must be
    like: int | None = None  # the slot of the name whose node's label it must have
    condition: Condition | None = None
    slots: frozenset[int] = frozenset()  # of names and variables that it or a term under it sets or reads


@dataclass(frozen=True, eq=False)
class Related:
    """There is a node in this relation for which the term holds."""

    relation: Relation
    term: Term
    slots: frozenset[int]


@dataclass(frozen=True, eq=False)
class Both:
    """All parts hold."""

    parts: tuple[Condition, ...]
    slots: frozenset[int]


@dataclass(frozen=True, eq=False)
class Either:
    """At least one part holds."""

    parts: tuple[Condition, ...]
    slots: frozenset[int]


@dataclass(frozen=True, eq=False)
class Never:
    """The part does not hold."""

    part: Condition
    slots: frozenset[int]


@dataclass(frozen=True, eq=False)
class Maybe:
    """The part may hold, and names nodes if it does."""

    part: Condition
    slots: frozenset[int]


Condition: TypeAlias = Related | Both | Either | Never | Maybe
