"""How often each structure is in trees, and the indices that follow (Lu 2010)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from rightmost.arguments import checked
from rightmost.complexity.structures import Structures, read_structures
from rightmost.errors import RightmostError
from rightmost.patterns.pattern import Pattern
from rightmost.trees.index import TreeIndex
from rightmost.trees.node import Node
from rightmost.trees.normalise import WRAPPERS, normalise
from rightmost.trees.tree import Tree

ROOT = "ROOT"  # what patterns call the node above a sentence


class HasTrees(Protocol):
    """A document: what has a tree for each sentence."""

    @property
    def trees(self) -> tuple[Tree, ...]: ...


@dataclass(frozen=True)
class Counted:
    """One structure, where it was counted."""

    sentence: int  # from 1
    structure: str
    node: Node


def measure(trees: Iterable[Tree] | HasTrees | Tree, structures: Structures | None = None) -> dict[str, float]:
    """How often each structure is in all trees together, then the indices: Lu's names, unless others are given.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))) (. .))")
    >>> figures = measure([tree, tree])
    >>> figures["W"], figures["S"], figures["C"], figures["MLS"], figures["DC/C"]
    (6, 2, 2, 3.0, 0.0)
    """
    chosen = _chosen(structures)
    counts = Counter(dict.fromkeys(chosen.patterns, 0))
    for tree in sentences_of(trees):
        index = TreeIndex(_under_root(tree))
        counts.update({name: len(_numbers(index, patterns)) for name, patterns in chosen.patterns.items()})
    return chosen.with_indices(counts)


def examples(trees: Iterable[Tree] | HasTrees | Tree, structures: Structures | None = None) -> Iterator[Counted]:
    """What `measure` counts: each structure of each sentence."""
    chosen = _chosen(structures)
    for number, tree in enumerate(sentences_of(trees), start=1):
        index = TreeIndex(_under_root(tree))
        for name, patterns in chosen.patterns.items():
            for node in sorted(_numbers(index, patterns)):
                yield Counted(number, name, Node(index, node))


def sentences_of(trees: Iterable[Tree] | HasTrees | Tree) -> Iterator[Tree]:
    """The trees, without function tags, empty elements and wrapper roots."""
    if isinstance(trees, Tree):
        trees = [trees]
    elif not isinstance(trees, Iterable):
        trees = trees.trees if isinstance(getattr(trees, "trees", None), Iterable) else _refuse(trees)
    for number, tree in enumerate(trees, start=1):
        if not isinstance(tree, Tree):
            _refuse(tree)
        try:
            yield normalise(tree)
        except RightmostError as error:
            raise RightmostError(f"tree {number}: {error}") from None


def _chosen(structures: Structures | None) -> Structures:
    if structures is None:
        return read_structures()
    chosen: Structures = checked(structures, Structures, "what rightmost.complexity.read_structures gives")
    return chosen


def _refuse(value: object) -> Iterable[Tree]:
    raise RightmostError(
        f"trees are expected, not a {type(value).__name__}; Tree.from_string and rightmost.load(...).parse make them"
    )


def _under_root(tree: Tree) -> Tree:
    return Tree(ROOT, tree.children if tree.label in WRAPPERS else [tree])


def _numbers(index: TreeIndex, patterns: Iterable[Pattern]) -> set[int]:
    """The nodes at which one of the patterns matches."""
    return {node.number for pattern in patterns for node in pattern.nodes(index)}
