"""Trees drawn in plain text: top down where there is room, else as an outline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rightmost.drawing.cells import cells
from rightmost.drawing.indented import outlined
from rightmost.drawing.layout import Layout, laid_out
from rightmost.drawing.pen import Pen
from rightmost.errors import BadUsage
from rightmost.trees.tree import Tree

GAP = 2  # columns between neighbours
LARGEST = 2_000_000  # cells of a top-down drawing; one with more helps nobody, and its size grows with the square


def draw(
    tree: Tree, *, width: int | None = None, outline: bool = False, ascii: bool = False, colour: bool = False
) -> str:
    """The tree drawn top down, words in one line at the bottom; as an outline if asked for, or if wider than `width`.

    `ascii` draws the lines with `|`, `-` and `+`; `colour` paints labels, tags and words with ANSI codes.

    >>> print(draw(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")))
          S
      ┌───┴────┐
      NP       VP
      │      ┌─┴──┐
      │      │    NP
      │      │    │
     NNP    VBZ   NN
    Arthur   is  King
    """
    if width is not None and width < 1:
        raise BadUsage(f"a drawing {width} columns wide; give a width of 1 or more, or None for no limit")
    pen = Pen(ascii=ascii, colour=colour)
    if not outline:
        layout = laid_out(tree, measure=cells, gap=GAP)
        small_enough = layout.width * (2 * layout.depth + 2) <= LARGEST
        if small_enough and (width is None or layout.width <= width):
            return _top_down(layout, pen)
    return outlined(tree, width=width, pen=pen)


class _Mark(NamedTuple):
    """Painted text, the column it begins at and the cells it takes."""

    column: int
    size: int
    text: str


def _top_down(layout: Layout, pen: Pen) -> str:
    """A row of names and a row of lines for each level; tags and words stand in the last two rows."""
    bottom = 2 * layout.depth
    rows: list[list[_Mark]] = [[] for _ in range(bottom + 2)]
    stroke = pen.line("│")
    for name, word, depth, centre, children in layout.places:
        if word is not None:
            for row in range(2 * depth, bottom):
                rows[row].append(_Mark(centre, 1, stroke))
            rows[bottom].append(_centred(name, centre, pen.tag(name)))
            rows[bottom + 1].append(_centred(word, centre, pen.word(word)))
        else:
            rows[2 * depth].append(_centred(name, centre, pen.label(name)))
            below = [layout.places[child].centre for child in children]
            lines = _branches(centre, below)
            rows[2 * depth + 1].append(_Mark(below[0], len(lines), pen.line(lines)))
    return "\n".join(map(_row, rows))


def _centred(text: str, centre: int, painted: str) -> _Mark:
    size = cells(text)
    return _Mark(centre - (size - 1) // 2, size, painted)


def _branches(centre: int, below: Sequence[int]) -> str:
    """The lines from a node at `centre` to its children, from the first child's column to the last's.

    >>> _branches(4, [0, 4, 8]), _branches(4, [0, 3, 8]), _branches(4, [4])
    ('┌───┼───┐', '┌──┬┴───┐', '│')
    """
    if len(below) == 1:
        return "│"
    first, *inner, last = below
    line = ["─"] * (last - first + 1)
    line[0], line[-1] = "┌", "┐"
    for column in inner:
        line[column - first] = "┬"
    line[centre - first] = "┼" if centre in inner else "┴"
    return "".join(line)


def _row(marks: Sequence[_Mark]) -> str:
    """One row; its marks go from left to right and do not overlap."""
    parts: list[str] = []
    end = 0
    for column, size, text in marks:
        parts.append(" " * (column - end))
        parts.append(text)
        end = column + size
    return "".join(parts)
