"""The outline of a tree: one node a line, however wide or deep the tree is."""

from __future__ import annotations

from rightmost.drawing.cells import cells, shown
from rightmost.drawing.pen import Pen
from rightmost.trees.tree import Leaf, Tree

STEP = 3  # columns a level is indented by
MOST_LEVELS = 50  # indented at most, so that a tree's outline grows with its nodes and not with their square


def outlined(tree: Tree, *, width: int | None, pen: Pen) -> str:
    """The outline. Levels beyond those that fit start at the left again, after their number, as in `+50 `.

    No line is wider than `width` (of 24 or more) as long as no node takes more than half of it; no text is ever cut.
    """
    lines: list[str] = []
    guides: list[str] = []  # what runs past a node to its younger siblings, for each level above the next node
    levels = _levels(tree, width)
    stack: list[tuple[Tree | Leaf, int, bool]] = [(tree, 0, True)]
    while stack:
        node, depth, last = stack.pop()
        text = _text(node, pen)
        if depth:
            del guides[depth - 1 :]
            start = (depth - 1) // levels * levels
            lead = "".join([*guides[start:], "└─ " if last else "├─ "])
            number = f"+{start} " if start else ""
            text = f"{pen.line(number + lead)}{text}"
            guides.append("   " if last else "│  ")
        lines.append(text)
        if isinstance(node, Tree):
            *others, youngest = node.children
            stack.append((youngest, depth + 1, True))
            stack.extend((child, depth + 1, False) for child in reversed(others))
    return "\n".join(lines)


def _levels(tree: Tree, width: int | None) -> int:
    """How many levels are indented before starting at the left again."""
    if width is None:
        return MOST_LEVELS
    depth = deepest = widest = 0
    for item, change in tree.flat:
        depth += change
        deepest = max(deepest, depth)
        text = f"{shown(item.tag)} {shown(item.word)}" if isinstance(item, Leaf) else shown(item)
        widest = max(widest, cells(text))
    room = width - min(widest, width // 2)
    if deepest <= min(MOST_LEVELS, room // STEP):
        return MOST_LEVELS  # nothing will need a number
    return max(1, min(MOST_LEVELS, (room - len(f"+{deepest} ")) // STEP))


def _text(node: Tree | Leaf, pen: Pen) -> str:
    if isinstance(node, Leaf):
        return f"{pen.tag(shown(node.tag))} {pen.word(shown(node.word))}"
    return pen.label(shown(node.label))
