"""The layout of a tree drawn top down: where every node stands, in whatever unit text is measured in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rightmost.drawing.cells import shown
from rightmost.trees.tree import Leaf, Tree


class DrawnNode(NamedTuple):
    """A node of the drawing. `name` is its label, or a leaf's tag; `children` are places' indices, first to last."""

    name: str
    word: str | None
    depth: int
    centre: int
    children: Sequence[int]


@dataclass(frozen=True)
class Layout:
    """The places, parents before children, left to right; the whole width; and the depth of the deepest leaf."""

    places: tuple[DrawnNode, ...]
    width: int
    depth: int


def laid_out(tree: Tree, *, measure: Callable[[str], int], gap: int) -> Layout:
    """The tree's layout: each node over the middle of its children, at least `gap` between any two texts.

    A node and all below it keep to a block of columns of their own. Text of width w centred on column c fills
    `[c - (w - 1) // 2, c + w // 2]`.
    """
    nodes = _nodes(tree)
    count = len(nodes)
    widths, centres, offsets = [0] * count, [0] * count, [0] * count  # each offset from the left of the parent's block
    for place in reversed(range(count)):  # children stand after their parents
        name, word, _, children = nodes[place]
        text_width = measure(name) if word is None else max(measure(name), measure(word))
        end = 0
        for child in children:
            offsets[child] = end
            end += widths[child] + gap
        if children:
            first, last = children[0], children[-1]
            centre = (offsets[first] + centres[first] + offsets[last] + centres[last]) // 2
        else:
            centre = (text_width - 1) // 2
        overhang = max(0, (text_width - 1) // 2 - centre)  # of a name wider than all below it
        for child in children if overhang else ():
            offsets[child] += overhang
        centres[place] = centre + overhang
        widths[place] = max(end - gap + overhang, centres[place] + text_width // 2 + 1)
    for place, (_, _, _, children) in enumerate(nodes):
        for child in children:
            offsets[child] += offsets[place]
    places = [
        DrawnNode(name, word, depth, offset + centre, children)
        for (name, word, depth, children), offset, centre in zip(nodes, offsets, centres)
    ]
    return Layout(tuple(places), widths[0], max(place.depth for place in places))


def _nodes(tree: Tree) -> list[tuple[str, str | None, int, list[int]]]:
    """Name, word, depth and children of every node, parents before children."""
    nodes: list[tuple[str, str | None, int, list[int]]] = []
    open_places: list[list[int]] = []  # the children so far of each open node
    for item, change in tree.flat:
        if open_places:
            open_places[-1].append(len(nodes))
        if isinstance(item, Leaf):
            nodes.append((shown(item.tag), shown(item.word), len(open_places), []))
            del open_places[len(open_places) + change :]
        else:
            nodes.append((shown(item), None, len(open_places), []))
            open_places.append(nodes[-1][-1])
    return nodes
