"""The moves that may fix most, found from the brackets that are missing.

A move takes neighbouring children of one node, the source, to another node. It only ever resizes brackets that are
wrong as they stand: a chain of extra nodes, which the movers go out of upwards, or into downwards, or both; one more
node for each step further. What it fixes: each resized node that lands on a missing bracket (two brackets); the source,
if it is left as X over X; and a missing bracket around the movers that is put in with them.

Since nodes do not cross, only nodes of one span can land on a missing bracket in each of the ways there are. So all
landings together are about as many as the brackets; and in a series of moves of the same nodes only a few can be best:
the one at which the last node lands, the one from which on the source goes as well, and after each of these the first
that puts in a bracket.

All is written as for moves to the right end of something; outlines of both directions make it complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from rightmost.evaluation.repairs.outline import Outline


@dataclass(frozen=True, slots=True)
class Candidate:
    """The best move of one series: how many brackets it fixes, and which it is."""

    gain: int
    #: How many nodes it resizes, less one.
    steps: int
    outline: Outline
    #: The movers are the source's children over these words, in the outline's places.
    begin: int
    end: int
    inwards: bool

    @property
    def source(self) -> int:
        return self.outline.cut[self.begin]

    @property
    def movers(self) -> int:
        return self.outline.number_before(self.source, self.end) - self.outline.before[self.begin]

    @property
    def rank(self) -> tuple[int, int, int, int, bool, bool]:
        """Larger is better: more brackets fixed, then fewer nodes moved, fewer words, further left, then inwards."""
        mirrored = self.outline.mirrored
        left = self.outline.words - self.end if mirrored else self.begin
        in_order = self.inwards != mirrored  # into what is to the left comes first, but out to the left
        return self.gain, -self.movers, self.begin - self.end, -left, self.inwards, in_order


def candidates(outline: Outline, other: Outline) -> Iterator[Candidate]:
    """The best of each series of moves that can fix two brackets or more, in the first outline's direction."""
    yield from _inwards(outline)
    yield from _outwards(outline, other)


def _inwards(outline: Outline) -> Iterator[Candidate]:
    """Children of a node go into the extra sibling to their left: into its right edge, deeper with each step."""
    landings: dict[tuple[int, int], list[int]] = {}
    wraps: dict[tuple[int, int], list[int]] = {}
    for (left, right, label), count in outline.missing.items():
        begin = outline.growing(left, right)
        if begin is not None:
            steps = [outline.depth[number] for number in outline.named.get((left, begin, label), ())[:count]]
            landings.setdefault((begin, right), []).extend([step for step in steps if step < outline.free[begin]])
        if left > 0:
            target = outline.cut[left]
            begin = outline.right[target]
            grows = begin < right and outline.is_cut(outline.cut[begin], right)
            if grows and outline.depth[target] < outline.free[begin]:
                wraps.setdefault((begin, right), []).append(outline.depth[target])
    for begin, end in {**landings, **wraps}:
        best = _best(
            landings.get((begin, end), ()),
            merged=_merged_inwards(outline, begin, end),
            next_wrap=partial(_next_of, wraps.get((begin, end), ())),
        )
        if best is not None:
            yield Candidate(*best, outline, begin, end, inwards=True)


def _merged_inwards(outline: Outline, begin: int, end: int) -> int | None:
    """From which step on the source is left as X over X with its first child, and one of the two can go."""
    source, free = outline.cut[begin], outline.free[begin]
    if outline.before[begin] > 1 or outline.right[source] != end or not free:
        return None
    child = outline.chains[begin][0]
    label = outline.nodes[source].label
    if outline.nodes[child].label != label:
        return None
    landed = outline.missing.get((outline.left[source], end, label), 0)
    if not landed:
        return 0
    equal = outline.named[outline.left[child], begin, label]  # so many of them land, and the next is one too many
    return outline.depth[equal[landed]] if landed < len(equal) and outline.depth[equal[landed]] < free else None


def _outwards(outline: Outline, other: Outline) -> Iterator[Candidate]:
    """The last children of an extra node go up, and at last into what comes next."""
    exits = _Exits(outline, other)
    for begin, landings in exits.landings.items():
        best = _best(landings, merged=exits.merged(begin), next_wrap=partial(exits.next_wrap, begin))
        if best is not None:
            yield Candidate(*best, outline, begin, outline.right[outline.cut[begin]], inwards=False)


class _Exits:
    """What happens along the moves out of extra nodes to the right, by the place where the movers begin.

    Each step takes the movers out of one more node, from the source to the outermost that ends with it; then, if all
    of these can be resized, down into the nodes that begin there, from the outermost on.
    """

    def __init__(self, outline: Outline, other: Outline) -> None:
        self.outline = outline
        self.other = other
        self.landings: dict[int, list[int]] = {}
        self.wraps_below: dict[int, list[int]] = {}
        self.wraps_at_top: set[int] = set()
        wraps = [False] * len(outline.nodes)
        around: dict[int, list[int]] = {}  # by node, the changes in how many brackets are around each of its cuts
        for (left, right, label), count in outline.missing.items():
            if right < outline.words:
                self._shrink(left, right, label, count)
            if left > 0:
                self._descend(left, right, label, count)
                wraps[outline.cut[left]] |= outline.right[outline.cut[left]] == right
            node = outline.fit(left, right)
            if node is not None:
                changes = around.setdefault(node, [0] * (outline.children[node] + 2))
                changes[1 + (outline.before[left] if left > outline.left[node] else 0)] += 1
                changes[1 + outline.number_before(node, right)] -= 1
        self.around = {node: list(accumulate(changes)) for node, changes in around.items()}
        self.wrap_above: list[int | None] = []  # how deep the next node is, outwards, in which one can be put
        for node, depth in enumerate(outline.depth):
            above = self.wrap_above[outline.parent[node]] if depth else None
            self.wrap_above.append(depth if wraps[node] else above)
            if outline.reach[node] is not None and self.merged(outline.first_end[node]) is not None:
                self.landings.setdefault(outline.first_end[node], [])

    def _shrink(self, left: int, right: int, label: str, count: int) -> None:
        """Nodes that lose all from `right` on land on the bracket."""
        outline, source = self.outline, self.outline.cut[right]
        reach, depth = outline.reach[source], outline.depth[source]
        if reach is not None:
            for number in outline.named.get((left, outline.right[source], label), ())[-count:]:
                if outline.depth[number] >= reach:
                    self.landings.setdefault(right, []).append(depth - outline.depth[number])

    def _descend(self, left: int, right: int, label: str, count: int) -> None:
        """Nodes that gain all from `left` on land on the bracket; or it is put in around some of them."""
        outline, source = self.outline, self.outline.cut[left]
        end = outline.right[source]
        if outline.reach[source] != 0 or right <= end:
            return
        steps, free, depth = outline.depth[source] + 1, self.other.free[outline.words - end], self.other.depth
        for number in outline.named.get((end, right, label), ())[:count]:
            if depth[number] < free:
                self.landings.setdefault(left, []).append(steps + depth[number])
        if outline.is_cut(outline.cut[end], right):
            self.wraps_at_top.add(left)
        if right < outline.words:
            target = outline.cut[right]
            if outline.left[target] == end and depth[target] < free:
                self.wraps_below.setdefault(left, []).append(steps + depth[target])

    def merged(self, begin: int) -> int | None:
        """From which step on the source is left as X over X with its first child, and one of the two can go."""
        outline, source = self.outline, self.outline.cut[begin]
        label, reach = outline.nodes[source].label, outline.reach[source]
        if not outline.chains[begin] or outline.first_end[source] != begin or reach is None:
            return None
        if outline.nodes[outline.chains[begin][0]].label != label:
            return None
        landed = outline.missing.get((outline.left[source], begin, label), 0)
        if not landed:
            return 0
        equal = outline.named[outline.left[source], outline.right[source], label]
        if landed >= len(equal) or outline.depth[equal[-landed - 1]] < reach:
            return None
        return outline.depth[source] - outline.depth[equal[-landed - 1]]

    def next_wrap(self, begin: int, step: int) -> int | None:
        """The first step, from this one on, at which a missing bracket can be put in around the movers."""
        outline, source = self.outline, self.outline.cut[begin]
        depth, end, reach = outline.depth[source], outline.right[source], outline.reach[source]
        if step < depth:
            above = self.wrap_above[outline.chains[end][depth - step - 1]]
            if above is not None and reach is not None and above + 1 >= reach:
                return depth - above - 1
        if step <= depth and reach == 0:
            top = self.around.get(outline.cut[end])
            if begin in self.wraps_at_top or (top is not None and top[outline.before[end]]):
                return depth
        return _next_of(self.wraps_below.get(begin, ()), step)


def _best(
    landings: Sequence[int], *, merged: int | None, next_wrap: Callable[[int], int | None]
) -> tuple[int, int] | None:
    """What a series of moves can fix, and after how many steps first; None if that is less than two brackets.

    More steps never cost what fewer have fixed, but for the bracket that is put in.
    """
    if not landings and merged is None:
        return None
    last = max(landings, default=0)
    found = []
    for start in (last, max(last, merged or 0)):
        wrap = next_wrap(start)
        for step in (start, *(() if wrap is None else (wrap,))):
            gain = 2 * len(landings) + (merged is not None and merged <= step) + (step == wrap)
            found.append((gain, -step))
    gain, steps = max(found)
    return gain, -steps


def _next_of(steps: Sequence[int], start: int) -> int | None:
    return min((step for step in steps if step >= start), default=None)
