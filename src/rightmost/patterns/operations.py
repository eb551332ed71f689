"""What a rewrite does to a match: Tsurgeon's operations, each a value that can be applied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rightmost.errors import RightmostError
from rightmost.patterns.draft import Draft, DraftNode
from rightmost.patterns.workpiece import Position, Twig, Workpiece
from rightmost.trees.normalise import EMPTY_TAG

_COINDEX = re.compile(r"[-=](\d+)$")


class Operation(Protocol):
    """One operation; `uses` and `gives` are the names that it needs and those that it gives to new nodes."""

    @property
    def uses(self) -> Sequence[str]: ...

    @property
    def gives(self) -> Sequence[str]: ...

    def apply(self, work: Workpiece) -> None: ...


@dataclass(frozen=True)
class Delete:
    """Takes each node away with all below it; with `prune` also what is left without words above it."""

    uses: tuple[str, ...]
    prune: bool = False
    gives: tuple[str, ...] = ()

    def apply(self, work: Workpiece) -> None:
        what = "prune" if self.prune else "delete"
        for name in self.uses:
            node = work.node(name, what)
            above = node.above
            work.draft.remove(node)
            if self.prune:
                _prune(work.draft, above)


def _prune(draft: Draft, node: DraftNode | None) -> None:
    """Takes the node away if nothing is below it, and the same of those above."""
    while node is not None and not node.children:
        above = node.above
        draft.remove(node)
        node = above


@dataclass(frozen=True)
class Excise:
    """Puts the children of the lower node in the place of the upper one."""

    upper: str
    lower: str
    gives: tuple[str, ...] = ()

    @property
    def uses(self) -> Sequence[str]:
        return self.upper, self.lower

    def apply(self, work: Workpiece) -> None:
        upper, lower = work.node(self.upper, "excise"), work.node(self.lower, "excise")
        if upper not in lower.upwards():
            raise RightmostError(f"excise {self.upper} {self.lower}: {self.lower} is not {self.upper} or below it")
        work.draft.replace(upper, lower.taken_children(), what="excise")


@dataclass(frozen=True)
class Replacement:
    """What a label becomes: text, groups of the regular expression, labels of named nodes and variables."""

    parts: tuple[tuple[str, str], ...]  # kind (text, group, name, variable) and value

    def filled(self, match: re.Match[str] | None, work: Workpiece) -> str:
        made = []
        for kind, value in self.parts:
            if kind == "group" and match is not None:
                made.append(match[int(value)] or "")
            elif kind == "name":
                made.append(work.node(value, "relabel").label)
            elif kind == "variable":
                made.append(work.variables.get(value, ""))
            else:
                made.append(value)
        return "".join(made)


@dataclass(frozen=True)
class Relabel:
    """Gives the node another label; with a regular expression, another one for all that it matches in the label."""

    name: str
    regex: re.Pattern[str] | None
    replacement: Replacement
    gives: tuple[str, ...] = ()

    @property
    def uses(self) -> Sequence[str]:
        return self.name, *[value for kind, value in self.replacement.parts if kind == "name"]

    def apply(self, work: Workpiece) -> None:
        node = work.node(self.name, "relabel")
        if self.regex is None:
            node.label = self.replacement.filled(None, work)
        else:
            node.label = self.regex.sub(lambda match: self.replacement.filled(match, work), node.label)


@dataclass(frozen=True)
class Insert:
    """Puts a new tree, or a copy of a named node, in a position."""

    what: Twig | str
    position: Position

    @property
    def uses(self) -> Sequence[str]:
        return [*([self.what] if isinstance(self.what, str) else []), self.position.name]

    @property
    def gives(self) -> Sequence[str]:
        return [] if isinstance(self.what, str) else self.what.names()

    def apply(self, work: Workpiece) -> None:
        node = _made(work, self.what, "insert")
        self.position.put(work, [node], "insert")


def _made(work: Workpiece, what: Twig | str, operation: str) -> DraftNode:
    return work.node(what, operation).copy() if isinstance(what, str) else work.grown(what)[0]


@dataclass(frozen=True)
class Move:
    """Takes a node out and puts it in a position; with `prune` takes away what is left without words."""

    name: str
    position: Position
    prune: bool = False
    gives: tuple[str, ...] = ()

    @property
    def uses(self) -> Sequence[str]:
        return self.name, self.position.name

    def apply(self, work: Workpiece) -> None:
        what = "moveprune" if self.prune else "move"
        node = work.node(self.name, what)
        if node is work.draft.root or node in work.node(self.position.name, what).upwards():
            raise RightmostError(f"{what} {self.name}: a node cannot move to a place within itself")
        above = node.above
        node.detach()
        self.position.put(work, [node], what)
        if self.prune:
            _prune(work.draft, above)


@dataclass(frozen=True)
class Replace:
    """Puts new trees, or a copy of another node, in the place of a node."""

    name: str
    by: tuple[Twig | str, ...]

    @property
    def uses(self) -> Sequence[str]:
        return self.name, *[each for each in self.by if isinstance(each, str)]

    @property
    def gives(self) -> Sequence[str]:
        return [name for each in self.by if isinstance(each, Twig) for name in each.names()]

    def apply(self, work: Workpiece) -> None:
        old = work.node(self.name, "replace")
        work.draft.replace(old, [_made(work, each, "replace") for each in self.by], what="replace")


@dataclass(frozen=True)
class Adjoin:
    """Puts an auxiliary tree around the children of a node. The node goes (`adjoin`), or stays as the tree's root
    (`adjoinH`), or as its foot (`adjoinF`).
    """

    kind: str
    twig: Twig
    name: str

    @property
    def uses(self) -> Sequence[str]:
        return (self.name,)

    @property
    def gives(self) -> Sequence[str]:
        return self.twig.names()

    def apply(self, work: Workpiece) -> None:
        node = work.node(self.name, self.kind)
        root, foot = work.grown(self.twig)
        assert foot is not None
        if self.kind == "adjoinF":
            if foot is not root:
                work.draft.replace(node, [root], what=self.kind)
                work.draft.replace(foot, [node], what=self.kind)
            return
        children = node.taken_children()
        if self.kind == "adjoinH":
            node.insert(0, root.taken_children())
            (node if foot is root else foot).insert(0, children)
        else:
            work.draft.replace(node, [root], what=self.kind)
            foot.insert(0, children)


@dataclass(frozen=True)
class CreateSubtree:
    """Puts sisters, from one to another, below a new node or at the foot of an auxiliary tree in their place."""

    twig: Twig
    first: str
    last: str

    @property
    def uses(self) -> Sequence[str]:
        return self.first, self.last

    @property
    def gives(self) -> Sequence[str]:
        return self.twig.names()

    def apply(self, work: Workpiece) -> None:
        first, last = work.node(self.first, "createSubtree"), work.node(self.last, "createSubtree")
        root, foot = work.grown(self.twig)
        assert foot is not None
        if first.above is not last.above or (first.above is None and first is not last):
            raise RightmostError(f"createSubtree: {self.first} and {self.last} are no sisters")
        if first.above is None:
            work.draft.root = root
            foot.insert(0, [first])
            return
        above = first.above
        start, end = sorted([first.place(), last.place()])
        span = above.children[start : end + 1]
        del above.children[start : end + 1]
        above.insert(start, [root])
        foot.insert(0, span)


@dataclass(frozen=True)
class Coindex:
    """Gives all nodes one index that no other node of the tree has: `NP` becomes `NP-1`."""

    uses: tuple[str, ...]
    gives: tuple[str, ...] = ()

    def apply(self, work: Workpiece) -> None:
        nodes = [work.node(name, "coindex") for name in self.uses]
        assert work.draft.root is not None
        taken = [int(match[1]) for node in work.draft.root.preorder() if (match := _coindex(node))]
        number = max(taken, default=0) + 1
        for node in nodes:
            node.label = f"{node.label}-{number}"


def _coindex(node: DraftNode) -> re.Match[str] | None:
    """The index of a node; words that are no traces have none."""
    is_plain_word = node.is_word and node.above is not None and not node.above.label.startswith(EMPTY_TAG)
    return None if is_plain_word else _COINDEX.search(node.label)


@dataclass(frozen=True)
class IfExists:
    """Applies an operation if the match names the node."""

    name: str
    operation: Operation

    @property
    def uses(self) -> Sequence[str]:
        return self.name, *self.operation.uses

    @property
    def gives(self) -> Sequence[str]:
        return self.operation.gives

    def apply(self, work: Workpiece) -> None:
        if self.name in work.names:
            self.operation.apply(work)
