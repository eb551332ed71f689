"""One match while it is being rewritten: its names, new nodes, and places to put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rightmost.errors import RightmostError
from rightmost.patterns.draft import Draft, DraftNode


@dataclass(frozen=True)
class Twig:
    """A node of a tree written in an operation. Of an auxiliary tree exactly one is the foot."""

    label: str
    children: tuple[Twig, ...] = ()
    name: str | None = None
    is_word: bool = False
    is_foot: bool = False

    def feet(self) -> int:
        """How many feet there are in it."""
        return self.is_foot + sum([child.feet() for child in self.children])

    def foot_label(self) -> str:
        """The label of the foot; empty if there is none."""
        return self.label if self.is_foot else "".join([child.foot_label() for child in self.children])

    def names(self) -> list[str]:
        """The names that it gives."""
        own = [] if self.name is None else [self.name]
        return own + [name for child in self.children for name in child.names()]


class Workpiece:
    """A draft of the tree of one match, and what the match names in it."""

    def __init__(self, draft: Draft, names: Mapping[str, DraftNode], variables: Mapping[str, str]) -> None:
        self.draft = draft
        self.names = dict(names)
        self.variables = variables

    def node(self, name: str, what: str) -> DraftNode:
        """The node of a name, which must still be in the tree."""
        node = self.names.get(name)
        if node is None:
            raise RightmostError(f"{what}: this match names no {name}; put 'if exists {name}' before it")
        *_, top = node.upwards()
        if top is not self.draft.root:
            raise RightmostError(f"{what}: {name} is no longer in the tree")
        return node

    def grown(self, twig: Twig) -> tuple[DraftNode, DraftNode | None]:
        """Nodes for a twig, its names given to them, and its foot."""
        foot: DraftNode | None = None
        children = []
        for child in twig.children:
            node, below = self.grown(child)
            children.append(node)
            foot = foot or below
        made = DraftNode(twig.label, children, is_word=twig.is_word)
        if twig.name is not None:
            self.names[twig.name] = made
        return made, made if twig.is_foot else foot


@dataclass(frozen=True)
class Position:
    """Left or right of the named node (`$+`, `$-`), or a daughter of it, counted from either end (`>2`, `>-1`)."""

    relation: str
    name: str

    def put(self, work: Workpiece, nodes: Sequence[DraftNode], what: str) -> None:
        anchor = work.node(self.name, what)
        if any(anchor in node.preorder() for node in nodes):
            raise RightmostError(f"{what}: {self.name} is within what is to be put there")
        if self.relation[0] == "$":
            if anchor.above is None:
                raise RightmostError(f"{what}: {self.name} is the root, which has no sisters")
            anchor.above.insert(anchor.place() + (self.relation == "$-"), nodes)
            return
        number, count = int(self.relation[1:]), len(anchor.children)
        place = number - 1 if number > 0 else count + number + 1
        if not 0 <= place <= count:
            raise RightmostError(f"{what}: no place {self.relation} in {self.name}, which has {count} children")
        anchor.insert(place, nodes)
