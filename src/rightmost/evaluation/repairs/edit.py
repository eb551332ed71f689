"""Adding, removing and relabelling a node of the predicted tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rightmost.evaluation.repairs.balance import Balance, Fixed
from rightmost.evaluation.repairs.change import Edit, Kind, Surroundings
from rightmost.evaluation.repairs.outline import outline_of
from rightmost.evaluation.repairs.repair_node import RepairNode
from rightmost.trees.tree import Span

#: The labels over the same words in the gold tree, outermost first.
Chains: TypeAlias = Mapping[tuple[int, int], Sequence[str]]


class Opening(NamedTuple):
    """Where a missing bracket can be put in: over the children `[first, last)` of a node."""

    parent: RepairNode
    first: int
    last: int


def chains_of(gold: RepairNode) -> dict[tuple[int, int], list[str]]:
    """The labels over each stretch of words, outermost first."""
    chains: dict[tuple[int, int], list[str]] = {}
    for node in gold.nodes():
        chains.setdefault((node.left, node.right), []).append(node.label)
    return chains


def relabelling(root: RepairNode, balance: Balance) -> tuple[RepairNode, str] | None:
    """An extra node over just the words of a missing bracket, and that bracket's label: the first such, or None."""
    wanted: dict[tuple[int, int], str] = {}
    for left, right, label in balance.missing:
        wanted.setdefault((left, right), label)
    for node in root.nodes() if wanted else ():
        if balance.is_extra(node.span) and (node.left, node.right) in wanted:
            return node, wanted[node.left, node.right]
    return None


def relabel(node: RepairNode, label: str, *, balance: Balance) -> tuple[Edit, Fixed]:
    """Gives the node another label; returns the edit, and what it fixed."""
    old = node.label
    fixed = balance.change([(node.span, Span(node.left, node.right, label))])
    node.label = label
    return _edit(Kind.RELABEL, node, instead_of=old), fixed


def adding(root: RepairNode, balance: Balance, *, gold: Chains) -> tuple[Span, Opening] | None:
    """A missing bracket that crosses nothing, and where to put it: the leftmost, then the innermost; or None."""
    outline = outline_of(root, balance)
    places = {(*span, label): place for span, labels in gold.items() for place, label in enumerate(labels)}
    fitting = [span for span in balance.missing if outline.fits(span.left, span.right)]
    if not fitting:
        return None
    span = min(fitting, key=lambda span: (span.left, span.right, -places[span]))
    return span, _opening(root, span, gold=gold)


def add(span: Span, opening: Opening, *, balance: Balance) -> tuple[Edit, Fixed]:
    """Puts the bracket in; returns the edit, and what it fixed."""
    node = opening.parent.wrap(opening.first, opening.last, label=span.label)
    return _edit(Kind.ADD, node), balance.add(span)


def removing(root: RepairNode, balance: Balance) -> RepairNode:
    """The first extra node, outermost first. The caller knows that there is one."""
    return next(node for node in root.nodes() if balance.is_extra(node.span))


def remove(node: RepairNode, balance: Balance) -> tuple[Edit, Fixed]:
    """Takes the node out; returns the edit, and what it fixed."""
    edit = _edit(Kind.REMOVE, node)
    node.unwrap()
    return edit, balance.remove(node.span)


def _edit(kind: Kind, node: RepairNode, *, instead_of: str | None = None) -> Edit:
    parent = node.above
    place = parent.children.index(node)
    family = parent.labels()
    over_word = len(node.children) == 1 and node.children[0].is_leaf
    where = Surroundings(parent.label, family[:place], family[place + 1 :])
    return Edit(kind, node.label, where, node.labels(), over_word, instead_of)


def _opening(root: RepairNode, span: Span, *, gold: Chains) -> Opening:
    """Where the bracket, which crosses no other, fits into the tree."""
    node = root
    while True:
        inside = next((child for child in node.children if child.covers(span.left, span.right)), None)
        if inside is None:
            first = next(place for place, child in enumerate(node.children) if child.left == span.left)
            last = next(place for place, child in enumerate(node.children) if child.right == span.right)
            return Opening(node, first, last + 1)
        if inside.is_leaf or (inside.left, inside.right) == span[:2]:
            break
        node = inside
    place = node.children.index(inside)
    above = _last_above(inside, span, gold=gold)
    return Opening(node, place, place + 1) if above is None else Opening(above, 0, len(above.children))


def _last_above(node: RepairNode, span: Span, *, gold: Chains) -> RepairNode | None:
    """Of the nodes over just these words, from `node` down, the last that the gold tree has above the bracket."""
    labels = gold[span.left, span.right]
    over = Counter(labels[: max(place for place, label in enumerate(labels) if label == span.label)])
    found = None
    while not node.is_leaf and (node.left, node.right) == span[:2]:
        if over[node.label]:
            over[node.label] -= 1
            found = node
        node = node.children[0]
    return found
