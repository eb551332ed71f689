"""The best move found by going through all moves there are: what `best_move` finds in less time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.move import NodeMove, Plan
from rightmost.evaluation.repairs.repair_node import RepairNode
from rightmost.trees.tree import Span


class Ranked(NamedTuple):
    """A plan, and how good it is: more brackets fixed, then fewer nodes moved, fewer words, further left."""

    rank: tuple[int, int, int, int]
    plan: Plan


def best_of_all_moves(root: RepairNode, balance: Balance, *, more_than: int) -> Plan | None:
    best: Ranked | None = None
    for move in moves(root, balance):
        plan = plan_of(move, balance)
        if plan is None or plan.gain <= more_than:
            continue
        rank = (plan.gain, move.first - move.last, move.left - move.right, -move.left)
        if best is None or rank > best.rank:
            best = Ranked(rank, plan)
    return None if best is None else best.plan


def plan_of(move: NodeMove, balance: Balance) -> Plan | None:
    """What goes with the move; None if it would spoil a right bracket."""
    changes = move.changes()
    gain = balance.landing(changes)
    if gain is None:
        return None
    collapses = False
    children = move.source.children
    if len(children) - (move.last - move.first) == 1:
        rest = children[-1] if move.first == 0 else children[0]
        if rest.children and rest.label == move.source.label:
            with_collapse = balance.landing(changes, removed=move.span_after(move.source))
            assert with_collapse is not None
            collapses = with_collapse > gain
    wrap = wrap_of(move, balance)
    return Plan(move, gain + collapses + (wrap is not None), collapses, wrap)


def wrap_of(move: NodeMove, balance: Balance) -> Span | None:
    """The smallest bracket still missing over the movers and some, not all, of the target's other children."""
    left, right, target = move.left, move.right, move.target
    whole = move.span_after(target)
    around = [
        span
        for span in balance.missing
        if span.left <= left and right <= span.right and (span.left, span.right) != (left, right)
    ]
    for span in sorted(around, key=lambda span: (span.right - span.left, span)):
        if span[:2] == whole[:2] or not (whole.left <= span.left and span.right <= whole.right):
            continue
        begins = span.left == left or any(child.left == span.left for child in target.children)
        ends = span.right == right or any(child.right == span.right for child in target.children)
        if begins and ends and balance.missing[span] > sum(new == span for _, new in move.resized):
            return span
    return None


def moves(root: RepairNode, balance: Balance) -> Iterator[NodeMove]:
    yield from _inwards(root, balance)
    for node in root.nodes():
        yield from _inwards(node, balance)
        if len(node.children) > 1 and balance.is_extra(node.span):
            yield from _outwards(node, balance, at_left=True)
            yield from _outwards(node, balance, at_left=False)


def _inwards(source: RepairNode, balance: Balance) -> Iterator[NodeMove]:
    """Moves of children down into a neighbour that is extra, or into extra nodes on its near edge."""
    count = len(source.children)
    if count == 1:
        return
    for place, child in enumerate(source.children):
        if not child.children or not balance.is_extra(child.span):
            continue
        for last in range(place + 2, count + 1):
            yield from _into(child, balance, move=NodeMove(source, place + 1, last, source, ()), at_left=False)
        for first in range(place):
            yield from _into(child, balance, move=NodeMove(source, first, place, source, ()), at_left=True)


def _outwards(source: RepairNode, balance: Balance, *, at_left: bool) -> Iterator[NodeMove]:
    """Moves of children out of an extra node at one of its edges: up, and from there down into what is next to it."""
    count = len(source.children)
    for size in range(1, count):
        first, last = (0, size) if at_left else (count - size, count)
        move = NodeMove(source, first, last, source, ())
        shrunk: list[tuple[RepairNode, Span]] = []
        node = source
        while node.parent is not None and balance.is_extra(node.span):
            shrunk.append((node, _shrunk(node, move, at_left=at_left)))
            parent = node.parent
            place = parent.children.index(node)
            outside = place - 1 if at_left else place + 1
            outwards = NodeMove(source, first, last, parent, tuple(shrunk))
            yield outwards
            if 0 <= outside < len(parent.children):
                yield from _into(parent.children[outside], balance, move=outwards, at_left=not at_left)
                break
            node = parent


def _into(node: RepairNode, balance: Balance, *, move: NodeMove, at_left: bool) -> Iterator[NodeMove]:
    """The move taken on into `node`, which is next to the movers, and down along its edge, as far as all is extra."""
    resized = list(move.resized)
    while node.children and balance.is_extra(node.span):
        grown = Span(move.left, node.right, node.label) if at_left else Span(node.left, move.right, node.label)
        resized.append((node, grown))
        yield NodeMove(move.source, move.first, move.last, node, tuple(resized))
        node = node.children[0] if at_left else node.children[-1]


def _shrunk(node: RepairNode, move: NodeMove, *, at_left: bool) -> Span:
    return Span(move.right, node.right, node.label) if at_left else Span(node.left, move.left, node.label)
