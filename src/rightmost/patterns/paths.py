"""The relations that go through one chosen child of each node, and those along a chain of nodes with a description."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from rightmost.patterns.relations import RELATIONS, Relation
from rightmost.trees.heads import HeadTable
from rightmost.trees.index import NONE, TreeIndex

#: One child of each node, or NONE.
Chosen: TypeAlias = Callable[[TreeIndex], list[int]]


def relation(symbol: str, heads: HeadTable) -> Relation | None:
    """The relation of a symbol; None where there is none. (Those with a description are made by `chain`.)"""
    symbol = symbol.replace("`", "-").replace("'", "-")
    if symbol in RELATIONS:
        return RELATIONS[symbol]
    if symbol.startswith("<<<"):
        return _leaf(symbol, int(symbol[3:])) if int(symbol[3:]) else None
    is_path = symbol.startswith(("<<", ">>"))
    which = symbol[2 if is_path else 1 :]
    if which.lstrip("-").isdigit():
        number = int(which)
        if not number:
            return None
        chosen = _nth(number)
    else:
        chosen = {",": _first, "-": _last, ":": _only, "#": heads.heads}[which]
    make = (_below if is_path else _child) if symbol[0] == "<" else (_above if is_path else _parent)
    return make(symbol, chosen)


# -- which child ----------------------------------------------------------------------------------


def _first(index: TreeIndex) -> list[int]:
    return index.first


def _last(index: TreeIndex) -> list[int]:
    return index.last


def _only(index: TreeIndex) -> list[int]:
    return [first if first == last else NONE for first, last in zip(index.first, index.last)]


def _nth(number: int) -> Chosen:
    """The child of this number from 1, from the last one if it is negative."""

    def chosen(index: TreeIndex) -> list[int]:
        seen = [0] * len(index)
        found = [NONE] * len(index)
        nodes = range(1, len(index))
        for node in nodes if number > 0 else reversed(nodes):
            parent = index.parent[node]
            seen[parent] += 1
            if seen[parent] == abs(number):
                found[parent] = node
        return found

    return chosen


# -- one step, or a path of them ------------------------------------------------------------------


def _child(symbol: str, chosen: Chosen) -> Relation:
    def targets(index: TreeIndex, node: int) -> Sequence[int]:
        child = index.array(chosen)[node]
        return (child,) if child != NONE else ()

    def holders(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
        child, parent = index.array(chosen), index.parent
        return {parent[node] for node in nodes if node and child[parent[node]] == node}

    return Relation(symbol, targets, holders)


def _parent(symbol: str, chosen: Chosen) -> Relation:
    def targets(index: TreeIndex, node: int) -> Sequence[int]:
        parent = index.parent[node]
        return (parent,) if parent != NONE and index.array(chosen)[parent] == node else ()

    def holders(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
        child = index.array(chosen)
        return {child[node] for node in nodes} - {NONE}

    return Relation(symbol, targets, holders)


def _below(symbol: str, chosen: Chosen) -> Relation:
    def targets(index: TreeIndex, node: int) -> Sequence[int]:
        child = index.array(chosen)
        found = []
        while (node := child[node]) != NONE:
            found.append(node)
        return found

    def holders(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
        child, parent = index.array(chosen), index.parent
        found: set[int] = set()
        for node in nodes:
            above = parent[node]
            while above != NONE and child[above] == node and above not in found:
                found.add(above)
                node, above = above, parent[above]
        return found

    return Relation(symbol, targets, holders)


def _above(symbol: str, chosen: Chosen) -> Relation:
    def targets(index: TreeIndex, node: int) -> Sequence[int]:
        child, parent = index.array(chosen), index.parent
        found = []
        while (above := parent[node]) != NONE and child[above] == node:
            found.append(above)
            node = above
        return found[::-1]

    def holders(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
        child = index.array(chosen)
        found: set[int] = set()
        for node in nodes:
            while (node := child[node]) != NONE and node not in found:
                found.add(node)
        return found

    return Relation(symbol, targets, holders)


def _leaf(symbol: str, number: int) -> Relation:
    """From a node that is no word itself to its word of this number, from the last one if it is negative."""

    def word(index: TreeIndex, node: int) -> int:
        place = index.left[node] + number - 1 if number > 0 else index.right[node] + number
        inside = index.left[node] <= place < index.right[node] and not index.is_word(node)
        return index.words[place] if inside else NONE

    def targets(index: TreeIndex, node: int) -> Sequence[int]:
        found = word(index, node)
        return (found,) if found != NONE else ()

    def holders(index: TreeIndex, nodes: Sequence[int]) -> Collection[int]:
        wanted = set(nodes)
        return {node for node in range(len(index)) if word(index, node) in wanted}

    return Relation(symbol, targets, holders)


# -- chains of nodes with a description -----------------------------------------------------------


def chain(symbol: str, matches: Mapping[str, bool]) -> Relation:
    """`<+(C)`, `>+(C)`, `.+(C)` or `,+(C)`: steps from node to node, all in between with a label that matches."""
    down, up = _steps_down(matches), _steps_up(matches)
    forwards, backwards = _steps_forwards(matches), _steps_backwards(matches)
    there, back = {
        "<+": (down, up),
        ">+": (up, down),
        ".+": (forwards, backwards),
        ",+": (backwards, forwards),
    }[symbol]
    return Relation(symbol, lambda index, node: sorted(there(index, (node,))), back)


_Steps: TypeAlias = Callable[[TreeIndex, Sequence[int]], set[int]]  # all nodes that steps lead to from any of some


def _steps_down(matches: Mapping[str, bool]) -> _Steps:
    def steps(index: TreeIndex, nodes: Sequence[int]) -> set[int]:
        found: set[int] = set()
        left = list(nodes)
        gone = set(nodes)  # from which the steps have been taken
        while left:
            for child in index.children(left.pop()):
                found.add(child)
                if child not in gone and matches[index.labels[child]]:
                    gone.add(child)
                    left.append(child)
        return found

    return steps


def _steps_up(matches: Mapping[str, bool]) -> _Steps:
    def steps(index: TreeIndex, nodes: Sequence[int]) -> set[int]:
        found: set[int] = set()
        for node in nodes:
            above = index.parent[node]
            while above != NONE and above not in found:
                found.add(above)
                above = index.parent[above] if matches[index.labels[above]] else NONE
        return found

    return steps


def _steps_forwards(matches: Mapping[str, bool]) -> _Steps:
    def steps(index: TreeIndex, nodes: Sequence[int]) -> set[int]:
        left = {index.right[node] for node in nodes}
        found: set[int] = set()
        gone = set(left)
        while left:
            for node in index.starting_at(left.pop()):
                found.add(node)
                if index.right[node] not in gone and matches[index.labels[node]]:
                    gone.add(index.right[node])
                    left.add(index.right[node])
        return found

    return steps


def _steps_backwards(matches: Mapping[str, bool]) -> _Steps:
    def steps(index: TreeIndex, nodes: Sequence[int]) -> set[int]:
        left = {index.left[node] for node in nodes}
        found: set[int] = set()
        gone = set(left)
        while left:
            for node in index.ending_at(left.pop()):
                found.add(node)
                if index.left[node] not in gone and matches[index.labels[node]]:
                    gone.add(index.left[node])
                    left.add(index.left[node])
        return found

    return steps
