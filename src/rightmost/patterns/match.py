"""Where a pattern matches: a node, and the nodes and strings that it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rightmost.trees.node import Node
from rightmost.trees.tree import Tree


@dataclass(frozen=True)
class Match:
    """One way in which a pattern matches.

    >>> from rightmost.patterns.pattern import Pattern
    >>> tree = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
    >>> match = Pattern("S < (NP=np < /^NN/=noun)").find(tree)[0]
    >>> match.node.label, match["np"].span, match["noun"].words, list(match.names)
    ('S', (0, 1), ('Arthur',), ['np', 'noun'])
    """

    node: Node
    names: Mapping[str, Node]  # those that this way names; one under `?` or in another alternative is not here
    variables: Mapping[str, str]

    @property
    def tree(self) -> Tree:
        """The tree in which the pattern matches."""
        return self.node.tree

    def __getitem__(self, name: str) -> Node:
        """The node of a name."""
        if name not in self.names:
            named = ", ".join(self.names) or "nothing"
            raise KeyError(f"no node is named {name!r} in this match; it names {named}")
        return self.names[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names
