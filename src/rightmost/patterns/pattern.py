"""A pattern over trees, in Tregex's language (docs/patterns.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rightmost.arguments import checked
from rightmost.errors import RightmostError
from rightmost.patterns.candidates import Candidates
from rightmost.patterns.grammar import Parsed, parsed
from rightmost.patterns.match import Match
from rightmost.patterns.ways import Slots, Ways
from rightmost.trees.heads import COLLINS, HeadTable
from rightmost.trees.index import TreeIndex
from rightmost.trees.node import Node
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Pattern:
    """A pattern, understood once and matched with any number of trees. `heads` are the rules for `<#` and the like.

    A `TreeIndex` may be given in the place of a tree: several patterns share it then.

    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (DT the) (NN king))))")
    >>> [node.text for node in Pattern("NP !< DT").nodes(tree)]
    ['Arthur']
    >>> [(match.node.label, match["np"].text) for match in Pattern("__ < NP=np").find(tree)]
    [('S', 'Arthur'), ('VP', 'the king')]
    """

    text: str
    heads: HeadTable = COLLINS
    _parsed: Parsed = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checked(self.text, str, "a pattern, as text,")
        checked(self.heads, HeadTable, "a HeadTable")
        object.__setattr__(self, "_parsed", parsed(self.text, self.heads))

    def __reduce__(self) -> tuple[Any, ...]:
        return Pattern, (self.text, self.heads)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it gives to nodes, in their order."""
        return tuple(self._parsed.names)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it gives to groups of regular expressions, in their order."""
        return tuple(self._parsed.variables)

    def find(self, tree: Tree | TreeIndex, *, distinct: bool = False) -> list[Match]:
        """Every way in which the pattern matches, as Tregex counts them.

        A way is a choice of one node for each node of the pattern, be it named or not. Ways come by their first node,
        in preorder, then by the choices for the other nodes from left to right, each in preorder. With `distinct`,
        ways with the same first node, the same names and the same variables are one.
        """
        return list(self.iterate(tree, distinct=distinct))

    def iterate(self, tree: Tree | TreeIndex, *, distinct: bool = False) -> Iterator[Match]:
        """The same, one after the other."""
        index = _index(tree)
        candidates = Candidates(index, self._parsed.shared)
        ways = Ways(candidates, frozenset(range(len(self._empty))) if distinct else None)
        for node in self._numbers(candidates):
            found = ways.of(self._parsed.root, node, self._empty)
            for way in dict.fromkeys(found) if distinct else found:
                yield self._match(index, node, way)

    def nodes(self, tree: Tree | TreeIndex) -> list[Node]:
        """The nodes at which the pattern matches, each once, in preorder."""
        index = _index(tree)
        return [Node(index, node) for node in self._numbers(Candidates(index, self._parsed.shared))]

    def matches(self, tree: Tree | TreeIndex) -> bool:
        """Whether the pattern matches anywhere in the tree."""
        return next(self._numbers(Candidates(_index(tree), self._parsed.shared)), None) is not None

    def _numbers(self, candidates: Candidates) -> Iterator[int]:
        """The nodes at which the pattern matches."""
        root = self._parsed.root
        nodes = candidates.nodes(root)
        if not self._parsed.shared:
            yield from nodes
            return
        ways = Ways(candidates, self._parsed.shared)
        for node in nodes:
            if next(ways.of(root, node, self._empty), None) is not None:
                yield node

    @property
    def _empty(self) -> Slots:
        return (None,) * (len(self._parsed.names) + len(self._parsed.variables))

    def _match(self, index: TreeIndex, node: int, way: Slots) -> Match:
        names = {}
        for name, slot in self._parsed.names.items():
            number = way[slot]
            if isinstance(number, int):
                names[name] = Node(index, number)
        variables = {name: str(way[slot]) for name, slot in self._parsed.variables.items() if way[slot] is not None}
        return Match(Node(index, node), names, variables)


def _index(tree: Tree | TreeIndex) -> TreeIndex:
    if isinstance(tree, TreeIndex):
        return tree
    if not isinstance(tree, Tree):
        raise RightmostError(f"a tree is expected, not a {type(tree).__name__}; Tree.from_string makes one of text")
    return TreeIndex(tree)
