"""The relations between two nodes, without those that go through a chosen child or a chain (`paths.py`).

Each knows the nodes it leads to: `targets(index, a)` are all b with `A relation B`, in preorder. And it knows those
it leads from: `holders(index, nodes)` are all a with `A relation B` for some b among the nodes, which are given in
preorder. Holders take at most one pass over the tree, however many nodes are given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rightmost.trees.index import NONE, TreeIndex

Targets: TypeAlias = Callable[[TreeIndex, int], Sequence[int]]
Holders: TypeAlias = Callable[[TreeIndex, Sequence[int]], Collection[int]]


@dataclass(frozen=True, eq=False)
class Relation:
    """A relation, as it is written."""

    symbol: str
    targets: Targets
    holders: Holders


# -- above and below ------------------------------------------------------------------------------


def _children(index: TreeIndex, node: int) -> Sequence[int]:
    return list(index.children(node))


def _parent(index: TreeIndex, node: int) -> Sequence[int]:
    return (index.parent[node],) if node else ()


def _parents(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    parent = index.parent
    found = {parent[node] for node in nodes}
    found.discard(NONE)
    return found


def _children_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {child for node in nodes for child in index.children(node)}


def _descendants(index: TreeIndex, node: int) -> Sequence[int]:
    return range(node + 1, index.end[node])


def _ancestors(index: TreeIndex, node: int) -> Sequence[int]:
    return list(index.ancestors(node))[::-1]


def _ancestors_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    parent = index.parent
    found: set[int] = set()
    for node in nodes:
        above = parent[node]
        while above != NONE and above not in found:
            found.add(above)
            above = parent[above]
    return found


def _descendants_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    found: set[int] = set()
    covered = 0  # what comes before has been looked at
    for node in nodes:
        found.update(range(max(node + 1, covered), index.end[node]))
        covered = max(covered, index.end[node])
    return found


def _words_below(index: TreeIndex, node: int) -> Sequence[int]:
    return () if index.is_word(node) else index.words[index.left[node] : index.right[node]]


def _ancestors_of_words(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return _ancestors_of_any(index, [node for node in nodes if index.is_word(node)])


# -- sisters --------------------------------------------------------------------------------------


def _sisters(index: TreeIndex, node: int) -> Sequence[int]:
    return [child for child in index.children(index.parent[node]) if child != node] if node else ()


def _sisters_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    only = {first for _, first, last in _families(index, nodes) if first == last}
    found = {child for parent, _, _ in _families(index, nodes) for child in index.children(parent)}
    return found - only


def _later_sisters(index: TreeIndex, node: int) -> Sequence[int]:
    return [child for child in index.children(index.parent[node]) if child > node] if node else ()


def _earlier_sisters(index: TreeIndex, node: int) -> Sequence[int]:
    return [child for child in index.children(index.parent[node]) if child < node] if node else ()


def _before_any_sister(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    families = _families(index, nodes)
    return {child for parent, _, last in families for child in index.children(parent) if child < last}


def _after_any_sister(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    families = _families(index, nodes)
    return {child for parent, first, _ in families for child in index.children(parent) if child > first}


def _families(index: TreeIndex, nodes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Each parent of some of the nodes, and the first and last of them under it."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for node in nodes:
        parent = index.parent[node]
        first.setdefault(parent, node)
        last[parent] = node
    return [(parent, first[parent], last[parent]) for parent in first if parent != NONE]


def _next(index: TreeIndex, node: int) -> Sequence[int]:
    return (index.next[node],) if index.next[node] != NONE else ()


def _previous(index: TreeIndex, node: int) -> Sequence[int]:
    return (index.previous[node],) if index.previous[node] != NONE else ()


def _next_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {index.next[node] for node in nodes} - {NONE}


def _previous_of_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {index.previous[node] for node in nodes} - {NONE}


# -- along the words ------------------------------------------------------------------------------


def _following(index: TreeIndex, node: int) -> Sequence[int]:
    return range(index.end[node], len(index))


def _preceding(index: TreeIndex, node: int) -> Sequence[int]:
    return [other for other in range(node) if index.end[other] <= node]


def _before_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    latest = nodes[-1]
    return {node for node in range(latest) if index.end[node] <= latest}


def _after_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return range(min([index.end[node] for node in nodes]), len(index))


def _right_after(index: TreeIndex, node: int) -> Sequence[int]:
    return index.starting_at(index.right[node])


def _right_before(index: TreeIndex, node: int) -> Sequence[int]:
    return index.ending_at(index.left[node])


def _right_before_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {node for place in {index.left[node] for node in nodes} for node in index.ending_at(place)}


def _right_after_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {node for place in {index.right[node] for node in nodes} for node in index.starting_at(place)}


# -- the same node, or any ------------------------------------------------------------------------


def _itself(index: TreeIndex, node: int) -> Sequence[int]:
    return (node,)


def _the_same(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return set(nodes)


def _itself_and_children(index: TreeIndex, node: int) -> Sequence[int]:
    return [node, *index.children(node)]


def _the_same_and_parents(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return {*nodes, *_parents(index, nodes)}


def _all(index: TreeIndex, node: int) -> Sequence[int]:
    return range(len(index))


def _all_if_any(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
    return range(len(index))


ANYWHERE = Relation(":", _all, _all_if_any)

_LATER_SISTER: tuple[Targets, Holders] = (_later_sisters, _before_any_sister)
_EARLIER_SISTER: tuple[Targets, Holders] = (_earlier_sisters, _after_any_sister)
_NEXT: tuple[Targets, Holders] = (_next, _previous_of_any)
_PREVIOUS: tuple[Targets, Holders] = (_previous, _next_of_any)

RELATIONS = {
    symbol: Relation(symbol, *functions)
    for symbol, functions in {
        "<": (_children, _parents),
        ">": (_parent, _children_of_any),
        "<<": (_descendants, _ancestors_of_any),
        ">>": (_ancestors, _descendants_of_any),
        "<<<": (_words_below, _ancestors_of_words),
        "$": (_sisters, _sisters_of_any),
        "$++": _LATER_SISTER,
        "$..": _LATER_SISTER,
        "$--": _EARLIER_SISTER,
        "$,,": _EARLIER_SISTER,
        "$+": _NEXT,
        "$.": _NEXT,
        "$-": _PREVIOUS,
        "$,": _PREVIOUS,
        "..": (_following, _before_any),
        ",,": (_preceding, _after_any),
        ".": (_right_after, _right_before_any),
        ",": (_right_before, _right_after_any),
        "==": (_itself, _the_same),
        "<=": (_itself_and_children, _the_same_and_parents),
    }.items()
}
