"""Moving neighbouring nodes to another parent: the best move, what goes with it, and making it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rightmost.evaluation.repairs.balance import Balance, Fixed
from rightmost.evaluation.repairs.candidate import Candidate, candidates
from rightmost.evaluation.repairs.change import Relocation, Surroundings
from rightmost.evaluation.repairs.outline import Outline, outlines
from rightmost.evaluation.repairs.repair_node import RepairNode
from rightmost.trees.tree import Span


@dataclass(frozen=True, slots=True, eq=False)
class NodeMove:
    """The children `[first, last)` of `source` become children of `target`, which changes the spans of some nodes."""

    source: RepairNode
    first: int
    last: int
    target: RepairNode
    resized: tuple[tuple[RepairNode, Span], ...]

    @property
    def movers(self) -> list[RepairNode]:
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

    def span_after(self, node: RepairNode) -> Span:
        """The node's bracket once the move is made."""
        return next((span for other, span in self.resized if other is node), node.span)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A move, and what goes with it: how many brackets all that fixes."""

    move: NodeMove
    gain: int
    #: Whether the source is left as X over X, and one of the two is extra: it goes too.
    collapses: bool
    #: A missing bracket over the movers and their new neighbours, which is put in too.
    wrap: Span | None


def best_move(root: RepairNode, balance: Balance, *, more_than: int) -> Plan | None:
    """The move that fixes most brackets, if it fixes two or more, and more than so many; in linear time.

    Of equally good ones that of fewer nodes, then of fewer words, then further left; then one into a node, rather than
    out of one; into the left neighbour, or out to the left; then that which resizes fewest.
    """
    if balance.is_one_sided:  # a move resizes extra brackets, and must put in a missing one
        return None
    one, other = outlines(root, balance)
    found = (*candidates(one, other), *candidates(other, one))
    best = max(found, key=lambda candidate: candidate.rank, default=None)
    if best is None or best.gain <= more_than:
        return None
    return _plan(_move_of(best, other if best.outline is one else one), balance)


def _move_of(best: Candidate, other: Outline) -> NodeMove:
    """The move that the candidate stands for."""
    outline, source = best.outline, best.outline.nodes[best.source]
    first = outline.before[best.begin]
    last = first + best.movers
    if outline.mirrored:
        first, last = len(source.children) - last, len(source.children) - first
    if best.inwards:
        nodes = [outline.nodes[number] for number in outline.chains[best.begin][: best.steps + 1]]
        return NodeMove(
            source, first, last, nodes[-1], tuple([(node, outline.ending(node, best.end)) for node in nodes])
        )
    depth = outline.depth[best.source]
    shrunk = outline.chains[best.end][max(0, depth - best.steps) : depth + 1]
    resized = [(outline.nodes[number], best.begin, outline) for number in reversed(shrunk)]
    begin, end = outline.words - best.begin, outline.words - best.end
    resized += [(other.nodes[number], begin, other) for number in other.chains[end][: max(0, best.steps - depth)]]
    target = resized[-1][0] if best.steps > depth else resized[-1][0].above
    return NodeMove(
        source, first, last, target, tuple([(node, side.ending(node, place)) for node, place, side in resized])
    )


def make_move(plan: Plan, balance: Balance) -> tuple[Relocation, Fixed]:
    """Makes the move; returns what it was, and what it fixed."""
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


def _place(parent: RepairNode, first: int, *, last: int) -> Surroundings:
    labels = parent.labels()
    return Surroundings(parent.label, labels[:first], labels[last:])


def _plan(move: NodeMove, balance: Balance) -> Plan | None:
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
    wrap = _wrap(move, balance)
    return Plan(move, gain + collapses + (wrap is not None), collapses, wrap)


def _wrap(move: NodeMove, balance: Balance) -> Span | None:
    """The smallest bracket still missing over the movers and some, not all, of the target's other children."""
    left, right, target = move.left, move.right, move.target
    whole = move.span_after(target)
    begins = {left, *[child.left for child in target.children]}
    ends = {right, *[child.right for child in target.children]}
    landed = Counter([span for _, span in move.resized])
    around = [
        span
        for span in balance.missing
        if whole.left <= span.left <= left
        and right <= span.right <= whole.right
        and span[:2] not in ((left, right), whole[:2])
        and span.left in begins
        and span.right in ends
        and balance.missing[span] > landed[span]
    ]
    return min(around, key=lambda span: (span.right - span.left, span), default=None)
