"""The ways in which a pattern matches at a node: one choice of a node for each term."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rightmost.patterns.candidates import Candidates
from rightmost.patterns.terms import Both, Condition, Either, Maybe, Related, Term

#: What each slot holds: a name its node, a variable its string; None as long as it holds nothing.
Slots: TypeAlias = tuple[int | str | None, ...]


class Ways:
    """Finds ways by trying candidates alone, in preorder, terms from left to right.

    Only ways that differ in the `wanted` slots are wanted, or all if that is None. A condition that touches none of
    them gives one way, however many there are, and costs nothing. This keeps patterns polynomial that would otherwise
    be exponential.
    """

    def __init__(self, candidates: Candidates, wanted: frozenset[int] | None) -> None:
        self.candidates = candidates
        self.index = candidates.index
        self.wanted = wanted
        self.existing = self if wanted == candidates.shared else Ways(candidates, candidates.shared)

    def of(self, term: Term, node: int, slots: Slots) -> Iterator[Slots]:
        """The ways for the term at a node, one of its candidates, after what the slots hold."""
        bound = self._bound(term, node, slots)
        if bound is not None:
            if term.condition is None:
                yield bound
            else:
                yield from self._holding(term.condition, node, bound)

    def _holding(self, condition: Condition, node: int, slots: Slots) -> Iterator[Slots]:
        if self.wanted is not None and condition.slots.isdisjoint(self.wanted):
            if node in self.candidates.holders(condition):
                yield slots
        elif isinstance(condition, Related):
            for target in self._targets(condition, node, slots):
                yield from self.of(condition.term, target, slots)
        elif isinstance(condition, Both):
            yield from self._all_parts(condition.parts, node, slots)
        elif isinstance(condition, Either):
            for part in condition.parts:
                yield from self._holding(part, node, slots)
        elif isinstance(condition, Maybe):
            yield from _or_else(self._holding(condition.part, node, slots), slots)
        elif next(self.existing._holding(condition.part, node, slots), None) is None:
            yield slots

    def _all_parts(self, parts: Sequence[Condition], node: int, slots: Slots) -> Iterator[Slots]:
        """Backtracking over the parts, without recursion."""
        open_parts = [self._holding(parts[0], node, slots)]
        while open_parts:
            found = next(open_parts[-1], None)
            if found is None:
                open_parts.pop()
            elif len(open_parts) == len(parts):
                yield found
            else:
                open_parts.append(self._holding(parts[len(open_parts)], node, found))

    def _targets(self, condition: Related, node: int, slots: Slots) -> Sequence[int]:
        """The nodes in the relation that are candidates."""
        term = condition.term
        nodes = condition.relation.targets(self.index, node)
        if term.same is not None:
            same = slots[term.same]
            return (same,) if isinstance(same, int) and same in nodes and same in self.candidates.as_set(term) else ()
        if isinstance(nodes, range):
            among = self.candidates.nodes(term)
            return among[bisect_left(among, nodes.start) : bisect_left(among, nodes.stop)]
        allowed = self.candidates.as_set(term)
        return [target for target in nodes if target in allowed]

    def _bound(self, term: Term, node: int, slots: Slots) -> Slots | None:
        """The slots with what the node gives to the term's name and variables; None if they hold another already."""
        if term.same is not None and slots[term.same] != node:
            return None
        label = self.index.labels[node]
        if term.like is not None:
            linked = slots[term.like]
            if not isinstance(linked, int) or self.index.labels[linked] != label:
                return None
        bound: Slots | None = slots
        if term.name is not None:
            bound = _set(slots, term.name, node)
        if bound is None or term.description is None or not term.description.captures:
            return bound
        return self._captured(term, label, bound)

    def _captured(self, term: Term, label: str, slots: Slots) -> Slots | None:
        """The slots with the groups of the first regular expression that matches the label."""
        assert term.description is not None
        seen = term.description.seen(label)
        if seen in term.description.labels:
            return slots
        for regex in term.description.regexes:
            match = regex.pattern.search(seen)
            if match is None:
                continue
            bound: Slots | None = slots
            for group, slot in regex.variables:
                if bound is not None:
                    bound = _set(bound, slot, match[group] or "")  # a group that took no part is empty
            return bound
        return None


def _set(slots: Slots, slot: int, value: int | str) -> Slots | None:
    if slots[slot] is None:
        return (*slots[:slot], value, *slots[slot + 1 :])
    return slots if slots[slot] == value else None


def _or_else(ways: Iterator[Slots], slots: Slots) -> Iterator[Slots]:
    """The ways; if there is none, the slots as they are."""
    none = True
    for way in ways:
        none = False
        yield way
    if none:
        yield slots
