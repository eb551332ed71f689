"""Which nodes of a tree a term may match: sets of nodes, joined relation by relation, and no pair tried twice."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.patterns.terms import Both, Condition, Description, Either, Never, Related, Term
from rightmost.trees.index import TreeIndex


class Candidates:
    """The nodes of one tree for each term of one pattern.

    They are exactly the nodes that match where no slot of the term is shared; else they are all that may. What a name
    or a variable means in two places is left to `Ways`. Each term costs time linear in the tree.
    """

    def __init__(self, index: TreeIndex, shared: frozenset[int]) -> None:
        self.index = index
        self.shared = shared
        self._nodes: dict[Term, Sequence[int]] = {}
        self._sets: dict[Term | Condition, frozenset[int]] = {}

    def nodes(self, term: Term) -> Sequence[int]:
        """The candidates, in preorder."""
        found = self._nodes.get(term)
        if found is None:
            found = self._described(term.description)
            if found and term.condition is not None:
                found = self.kept(term.condition, found)
            self._nodes[term] = found
        return found

    def as_set(self, term: Term) -> frozenset[int]:
        """The same, to look one up."""
        found = self._sets.get(term)
        if found is None:
            found = self._sets[term] = frozenset(self.nodes(term))
        return found

    def holders(self, condition: Condition) -> frozenset[int]:
        """All nodes for which the condition holds, or may hold."""
        found = self._sets.get(condition)
        if found is None:
            found = self._sets[condition] = frozenset(self.kept(condition, range(len(self.index))))
        return found

    def kept(self, condition: Condition, nodes: Sequence[int]) -> Sequence[int]:
        """Of the nodes, those for which the condition holds, or may hold."""
        if isinstance(condition, Related):
            targets = self.nodes(condition.term)
            if not targets:
                return ()
            holders = condition.relation.holders(self.index, targets)
            return [node for node in nodes if node in holders]
        if isinstance(condition, Both):
            for part in condition.parts:
                nodes = self.kept(part, nodes) if nodes else ()
            return nodes
        if isinstance(condition, Either):
            found = {node for part in condition.parts for node in self.kept(part, nodes)}
            return [node for node in nodes if node in found]
        if isinstance(condition, Never) and self.is_exact(condition):
            without = set(self.kept(condition.part, nodes))
            return [node for node in nodes if node not in without]
        return nodes  # what may hold, and what cannot be known yet

    def is_exact(self, condition: Condition) -> bool:
        """Whether the candidates are all there is to know: no slot of the condition is shared."""
        return condition.slots.isdisjoint(self.shared)

    def _described(self, description: Description | None) -> Sequence[int]:
        labels = self.index.labels
        if description is None or description.any:
            return () if description is not None and description.negated else range(len(labels))
        if description.root:
            return range(1, len(labels)) if description.negated else (0,)
        if description.is_literal:
            wanted = description.labels
            return [node for node, label in enumerate(labels) if label in wanted]
        matches = description.matches
        return [node for node, label in enumerate(labels) if matches[label]]
