"""Moving neighbouring nodes to another parent: which moves there are, what each would fix, and doing one.

A move only ever reshapes brackets that are wrong as they stand. So it is enough to look along chains of extra nodes:
out of them upwards, into them downwards, or both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rightmost.evaluation.repairs.balance import Balance, Fixed
from rightmost.evaluation.repairs.change import Place, Relocation
from rightmost.evaluation.repairs.repair_node import Node
from rightmost.trees.tree import Span


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """The children `[first, last)` of `source` become children of `target`, which changes the spans of some nodes."""

    source: Node
    first: int
    last: int
    target: Node
    resized: tuple[tuple[Node, Span], ...]

    @property
    def movers(self) -> list[Node]:
        return self.source.children[self.first : self.last]

    @property
    def left(self) -> int:
        """Where the moved words begin."""
        return self.source.children[self.first].left

    @property
    def right(self) -> int:
        """Where the moved words end."""
        return self.source.children[self.last - 1].right

    def changes(self) -> list[tuple[Span, Span]]:
        """The brackets before and after."""
        return [(node.span, span) for node, span in self.resized]

    def span_after(self, node: Node) -> Span:
        """The node's bracket once the move is made."""
        return next((span for other, span in self.resized if other is node), node.span)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A move, and what goes with it: how many brackets all that fixes."""

    move: Move
    gain: int
    #: Whether the source is left as X over X, and one of the two is extra: it goes too.
    collapses: bool
    #: A missing bracket over the movers and their new neighbours, which is put in too.
    wrap: Span | None

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Larger is better: more brackets fixed, then fewer nodes moved, fewer words, further left."""
        move = self.move
        return self.gain, move.first - move.last, move.left - move.right, -move.left


def best_move(root: Node, balance: Balance, *, more_than: int) -> Plan | None:
    """The move that fixes most brackets, if it fixes more than so many."""
    best: Plan | None = None
    for move in _moves(root, balance):
        least = more_than + 1 if best is None else best.gain
        if 2 * len(move.resized) + 2 < least:  # each bracket can be put right, and two more with them
            continue
        plan = _plan(move, balance, least=least)
        if plan is not None and (best is None or plan.rank > best.rank):
            best = plan
    return best


def make_move(plan: Plan, balance: Balance) -> tuple[Relocation, Fixed]:
    """Makes the move; says what it was, and what it fixed."""
    move = plan.move
    movers, target, source = move.movers, move.target, move.source
    start = _place(source, move.first, last=move.last)
    fixed = balance.change(move.changes())
    right = move.right
    source.replace(move.first, move.last, nodes=[])
    for node, span in move.resized:
        node.left, node.right, _ = span
    position = next((place for place, child in enumerate(target.children) if child.left >= right), len(target.children))
    target.replace(position, position, nodes=movers)
    end = _place(target, position, last=position + len(movers))
    if plan.collapses:
        fixed += balance.remove(source.span)
        source.unwrap()
    if plan.wrap is not None:
        fixed += balance.add(plan.wrap)
        first = next(place for place, child in enumerate(target.children) if child.left == plan.wrap.left)
        last = next(place for place, child in enumerate(target.children) if child.right == plan.wrap.right)
        target.wrap(first, last + 1, label=plan.wrap.label)
    under_new = None if plan.wrap is None else plan.wrap.label
    return Relocation(tuple([node.label for node in movers]), start, end, under_new), fixed


def _place(parent: Node, first: int, *, last: int) -> Place:
    labels = parent.labels()
    return Place(parent.label, labels[:first], labels[last:])


def _plan(move: Move, balance: Balance, *, least: int) -> Plan | None:
    """What goes with the move; None if it would spoil a right bracket, or fix fewer than `least`."""
    changes = move.changes()
    gain = balance.landing(changes)
    if gain is None or gain + 2 < least:
        return None
    collapses = False
    children = move.source.children
    if len(children) - (move.last - move.first) == 1:
        rest = children[-1] if move.first == 0 else children[0]
        if rest.children and rest.label == move.source.label:
            with_collapse = balance.landing(changes, removed=move.span_after(move.source))
            assert with_collapse is not None
            collapses = with_collapse > gain
    wrap = _wrap(move, balance) if gain + collapses + 1 >= least else None
    gain += collapses + (wrap is not None)
    return Plan(move, gain, collapses, wrap) if gain >= least else None


def _wrap(move: Move, balance: Balance) -> Span | None:
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


def _moves(root: Node, balance: Balance) -> Iterator[Move]:
    yield from _inwards(root, balance)
    for node in root.nodes():
        yield from _inwards(node, balance)
        if len(node.children) > 1 and balance.is_extra(node.span):
            yield from _outwards(node, balance, at_left=True)
            yield from _outwards(node, balance, at_left=False)


def _inwards(source: Node, balance: Balance) -> Iterator[Move]:
    """Moves of children down into a neighbour that is extra, or into extra nodes on its near edge."""
    count = len(source.children)
    if count == 1:
        return
    for place, child in enumerate(source.children):
        if not child.children or not balance.is_extra(child.span):
            continue
        for last in range(place + 2, count + 1):
            yield from _into(child, balance, move=Move(source, place + 1, last, source, ()), at_left=False)
        for first in range(place):
            yield from _into(child, balance, move=Move(source, first, place, source, ()), at_left=True)


def _outwards(source: Node, balance: Balance, *, at_left: bool) -> Iterator[Move]:
    """Moves of children out of an extra node at one of its edges: up, and from there down into what is next to it."""
    count = len(source.children)
    for size in range(1, count):
        first, last = (0, size) if at_left else (count - size, count)
        move = Move(source, first, last, source, ())
        shrunk: list[tuple[Node, Span]] = []
        node = source
        while node.parent is not None and balance.is_extra(node.span):
            shrunk.append((node, _shrunk(node, move, at_left=at_left)))
            parent = node.parent
            place = parent.children.index(node)
            outside = place - 1 if at_left else place + 1
            outwards = Move(source, first, last, parent, tuple(shrunk))
            yield outwards
            if 0 <= outside < len(parent.children):
                yield from _into(parent.children[outside], balance, move=outwards, at_left=not at_left)
                break
            node = parent


def _into(node: Node, balance: Balance, *, move: Move, at_left: bool) -> Iterator[Move]:
    """The move taken on into `node`, which is next to the movers, and down along its edge, as far as all is extra."""
    resized = list(move.resized)
    while node.children and balance.is_extra(node.span):
        grown = Span(move.left, node.right, node.label) if at_left else Span(node.left, move.right, node.label)
        resized.append((node, grown))
        yield Move(move.source, move.first, move.last, node, tuple(resized))
        node = node.children[0] if at_left else node.children[-1]


def _shrunk(node: Node, move: Move, *, at_left: bool) -> Span:
    return Span(move.right, node.right, node.label) if at_left else Span(node.left, move.left, node.label)
