"""Where the nodes of a tree stand, so that what lies at a place is looked up and not searched for.

A place is a number of words. Two things make look-ups enough. Between any two words exactly one node has its cut: one
of its children ends there and the next begins. And the nodes that end at one place are a chain, each the last child of
the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rightmost.evaluation.repairs.balance import Balance
from rightmost.evaluation.repairs.repair_node import RepairNode
from rightmost.trees.tree import Span


@dataclass(frozen=True, slots=True)
class Outline:
    """The internal nodes of a tree by number, parents before children, and their places counted from one side."""

    nodes: list[RepairNode]
    #: Whether places are counted from the right, so that the rules for right ends hold for left ones.
    mirrored: bool
    words: int
    left: list[int]
    right: list[int]
    parent: list[int]
    children: list[int]  # how many
    first_end: list[int]  # where the first child ends
    #: By place: the node that has its cut there, and how many of that node's children end there or before.
    cut: list[int]
    before: list[int]
    #: The nodes that end at a place, outermost first; a node's number in its chain.
    chains: list[list[int]]
    depth: list[int]
    #: The nodes of that span and label, outermost first; the innermost node of that span.
    named: dict[tuple[int, int, str], list[int]]
    innermost: dict[tuple[int, int], int]
    #: Where the widest node, or word, ends that begins at a place; the root aside.
    widest: list[int]
    #: By place: how many nodes of the chain, from the outermost on, can be resized together.
    free: list[int]
    #: The outermost of its chain that can be resized together with the node and all between; None if it cannot be.
    reach: list[int | None]
    #: The brackets still missing, and how many of each.
    missing: Mapping[tuple[int, int, str], int]

    def is_cut(self, node: int, place: int) -> bool:
        """Whether a child of the node ends at the place, which is to the right of its beginning."""
        return self.right[node] == place or (place < self.words and self.cut[place] == node)

    def fit(self, left: int, right: int) -> int | None:
        """The node some but not all of whose children cover just these words; None if there is none."""
        if left > 0 and self.is_cut(self.cut[left], right):
            return self.cut[left]
        if right < self.words and self.left[self.cut[right]] == left:
            return self.cut[right]
        return None

    def fits(self, left: int, right: int) -> bool:
        """Whether a bracket over these words crosses no node."""
        return right - left == 1 or (left, right) in self.innermost or self.fit(left, right) is not None

    def number_before(self, node: int, place: int) -> int:
        """How many children of the node end at the place or before; it is one of its cuts or its end."""
        return self.children[node] if self.right[node] == place else self.before[place]

    def ending(self, node: RepairNode, place: int) -> Span:
        """The node's bracket if it ended at this place."""
        if self.mirrored:
            return Span(self.words - place, node.right, node.label)
        return Span(node.left, place, node.label)

    def growing(self, left: int, right: int) -> int | None:
        """Where the widest nodes end that begin at `left`, end before `right` and could grow to it over siblings."""
        end = self.widest[left]
        if end < right:
            return end if self.is_cut(self.cut[end], right) else None
        same = self.innermost.get((left, right))
        if same is not None:
            end = self.first_end[same]
        elif right < self.words and self.left[self.cut[right]] == left:
            end = self.first_end[self.cut[right]]
        return end if end < right else None


def outlines(root: RepairNode, balance: Balance) -> tuple[Outline, Outline]:
    """The tree's outline with places counted from the left, and the same from the right."""
    return outline_of(root, balance), outline_of(root, balance, mirrored=True)


def outline_of(root: RepairNode, balance: Balance, *, mirrored: bool = False) -> Outline:
    """The tree's outline with places counted from the left; if `mirrored`, from the right."""
    nodes, parent = _numbered(root)
    words = root.right
    missing = {
        (words - right, words - left, label) if mirrored else (left, right, label): count
        for (left, right, label), count in balance.missing.items()
    }
    outline = Outline(
        nodes=nodes,
        mirrored=mirrored,
        words=words,
        left=[words - node.right if mirrored else node.left for node in nodes],
        right=[words - node.left if mirrored else node.right for node in nodes],
        parent=parent,
        children=[len(node.children) for node in nodes],
        first_end=[words - node.children[-1].left if mirrored else node.children[0].right for node in nodes],
        cut=[0] * (words + 1),
        before=[0] * (words + 1),
        chains=[[] for _ in range(words + 1)],
        depth=[],
        named={},
        innermost={},
        widest=[0] * (words + 1),
        free=[0] * (words + 1),
        reach=[],
        missing=missing,
    )
    for number, node in enumerate(nodes):
        _enter_children(outline, number, node)
        _enter(outline, number, node)
    _enter_freedom(outline, [balance.extras(node.span) for node in nodes])
    return outline


def _numbered(root: RepairNode) -> tuple[list[RepairNode], list[int]]:
    """The internal nodes, parents before children, and each one's parent; the root is its own."""
    nodes: list[RepairNode] = []
    parent: list[int] = []
    stack = [(root, 0)]
    while stack:
        node, above = stack.pop()
        number = len(nodes)
        nodes.append(node)
        parent.append(above)
        stack.extend([(child, number) for child in reversed(node.children) if child.children])
    return nodes, parent


def _enter_children(outline: Outline, number: int, node: RepairNode) -> None:
    children = node.children
    for place, child in enumerate(children):
        if outline.mirrored:
            left, right, before = outline.words - child.right, outline.words - child.left, len(children) - 1 - place
        else:
            left, right, before = child.left, child.right, place
        outline.widest[left] = outline.widest[left] or right
        if before:
            outline.cut[left], outline.before[left] = number, before


def _enter(outline: Outline, number: int, node: RepairNode) -> None:
    left, right = outline.left[number], outline.right[number]
    outline.depth.append(len(outline.chains[right]))
    outline.chains[right].append(number)
    outline.named.setdefault((left, right, node.label), []).append(number)
    outline.innermost[left, right] = number


def _enter_freedom(outline: Outline, extras: list[int]) -> None:
    """Of equal brackets as many can be resized together as there are too many."""
    from_inside = [0] * len(extras)
    from_outside = [0] * len(extras)
    for equal in outline.named.values():
        for place, number in enumerate(equal):
            from_outside[number] = place + 1
            from_inside[number] = len(equal) - place
    for number, count in enumerate(extras):
        depth, end = outline.depth[number], outline.right[number]
        if from_outside[number] <= count and outline.free[end] == depth:
            outline.free[end] += 1
        above = outline.reach[outline.parent[number]] if depth else None
        outline.reach.append(None if from_inside[number] > count else depth if above is None else above)
