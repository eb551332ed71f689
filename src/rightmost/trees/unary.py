"""Unary chains: an internal node whose only child is an internal node (PAPER.md, Definitions)."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, as_tree, same_leaf


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
    """The tree with every unary chain made one node, whose `Label` keeps the names.

    >>> str(collapse(Tree.from_string("(S (VP (VB Go)))")))
    '(S+VP (VB Go))'
    """

    def node(label: str, children: list[Tree | Leaf]) -> Tree:
        (first, *others) = children
        if others or isinstance(first, Leaf):
            return Tree(label, children)
        return Tree(Label(*names_of(label), *names_of(first.label)), first.children)

    return as_tree(tree.fold(same_leaf, node))


def expand(tree: Tree) -> Tree:
    """The tree with every collapsed `Label` a unary chain again: `expand(collapse(tree)) == tree`."""
    return as_tree(tree.fold(same_leaf, expanded_node))


def expanded_node(label: str, children: list[Tree | Leaf]) -> Tree:
    """The unary chain that `label` names, over `children`."""
    *above, last = names_of(label)
    tree = Tree(last, children)
    for name in reversed(above):
        tree = Tree(name, [tree])
    return tree
