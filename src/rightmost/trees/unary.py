"""Unary chains: an internal node whose only child is an internal node (the paper's section 3)."""

from __future__ import annotations

from collections import Counter

from rightmost.trees.tree import Leaf, Step, Tree


class Label(str):
    """The names of a collapsed unary chain, top first. Reads `S+VP`, but is compared by its names.

    >>> label = Label("S", "VP")
    >>> str(label), label.names, label == "S+VP", Label("NP") == "NP"
    ('S+VP', ('S', 'VP'), False, True)
    """

    names: tuple[str, ...]

    def __new__(cls, *names: str) -> Label:
        label = super().__new__(cls, "+".join(names))
        label.names = names
        return label

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.names == names_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.names[0]) if len(self.names) == 1 else hash(self.names)

    def __reduce__(self) -> tuple[type[Label], tuple[str, ...]]:
        return Label, self.names

    def __str__(self) -> str:
        return str.__str__(self)


def names_of(label: str) -> tuple[str, ...]:
    """The names a label stands for, top first."""
    return label.names if isinstance(label, Label) else (label,)


def collapse(tree: Tree) -> Tree:
    """The tree with every unary chain made one node, whose `Label` keeps the names. Linear in the tree.

    >>> str(collapse(Tree.from_string("(S (VP (VB Go)))")))
    '(S+VP (VB Go))'
    """
    ends = _ends(tree)
    steps: list[Step] = []
    names: list[str] = []  # of a chain that has begun
    dropped: Counter[int] = Counter()  # closing brackets no longer needed, by the leaf before them
    for place, (item, change) in enumerate(tree.flat):
        if isinstance(item, Leaf):
            steps.append((item, change + dropped[place]))
            continue
        names += names_of(item)
        # A node right after a node's opening bracket is its first child; if both close together, its only one.
        if ends.get(place + 1) == ends[place]:
            dropped[ends[place]] += 1
        else:
            steps.append((names[0] if len(names) == 1 else Label(*names), 1))
            names = []
    return Tree.from_flat(tuple(steps))


def expand(tree: Tree) -> Tree:
    """The tree with every collapsed `Label` a unary chain again: `expand(collapse(tree)) == tree`."""
    ends = _ends(tree)
    steps: list[Step] = []
    added: Counter[int] = Counter()  # closing brackets, by the leaf before them
    for place, (item, change) in enumerate(tree.flat):
        if isinstance(item, Leaf):
            steps.append((item, change - added[place]))
            continue
        steps += [(name, 1) for name in names_of(item)]
        added[ends[place]] += len(names_of(item)) - 1
    return Tree.from_flat(tuple(steps))


def _ends(tree: Tree) -> dict[int, int]:
    """For each opening bracket, the leaf after which it closes; both by their place among the tree's steps."""
    ends: dict[int, int] = {}
    open_places: list[int] = []
    for place, (_, change) in enumerate(tree.flat):
        if change > 0:
            open_places.append(place)
        for _ in range(-change):
            ends[open_places.pop()] = place
    return ends
