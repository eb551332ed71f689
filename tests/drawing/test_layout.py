"""Where the nodes of a top-down drawing stand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.examples import ARTHUR, deep_tree, trees
from rightmost.drawing.cells import cells, shown
from rightmost.drawing.layout import DrawnNode, Layout, laid_out
from rightmost.trees.tree import Leaf, Tree

Measure = Callable[[str], int]


def pixels(text: str) -> int:
    return 7 * cells(text) + 5


MEASURES = st.sampled_from([cells, pixels])
GAPS = st.integers(0, 5)


def extent(place: DrawnNode, measure: Measure) -> tuple[int, int]:
    """The first and the last column of the place's text, as the docstring of `laid_out` has it."""
    width = max(measure(text) for text in (place.name, place.word) if text is not None)
    return place.centre - (width - 1) // 2, place.centre + width // 2


def blocks(layout: Layout, measure: Measure) -> list[tuple[int, int]]:
    """For each place, the first and the last column of what stands there and below."""
    found = [extent(place, measure) for place in layout.places]
    for at, place in reversed(list(enumerate(layout.places))):
        parts = [found[at], *(found[child] for child in place.children)]
        found[at] = min(first for first, _ in parts), max(last for _, last in parts)
    return found


def test_the_running_example() -> None:
    layout = laid_out(ARTHUR, measure=cells, gap=2)
    assert (layout.width, layout.depth) == (35, 5)
    assert layout.places[:5] == (
        DrawnNode("S", None, 0, 7, [1, 3]),
        DrawnNode("NP", None, 1, 2, [2]),
        DrawnNode("NNP", "Arthur", 2, 2, []),
        DrawnNode("VP", None, 1, 13, [4, 5]),
        DrawnNode("VBZ", "is", 2, 9, []),
    )


@given(trees(), MEASURES, GAPS)
def test_the_places_are_the_nodes_of_the_tree(tree: Tree, measure: Measure, gap: int) -> None:
    layout = laid_out(tree, measure=measure, gap=gap)
    parents = {child: at for at, place in enumerate(layout.places) for child in place.children}
    depth = 0
    for at, ((item, change), place) in enumerate(zip(tree.flat, layout.places, strict=True)):
        texts = (shown(item.tag), shown(item.word)) if isinstance(item, Leaf) else (shown(item), None)
        assert (place.name, place.word) == texts
        assert place.depth == depth == (layout.places[parents[at]].depth + 1 if at else 0)
        assert bool(place.children) is not isinstance(item, Leaf)
        depth += change
    assert sorted(parents) == list(range(1, len(layout.places)))
    assert all(list(place.children) == sorted(place.children) for place in layout.places)
    assert layout.depth == max(place.depth for place in layout.places)


@given(trees(), MEASURES, GAPS)
def test_each_node_stands_over_the_middle_of_its_children(tree: Tree, measure: Measure, gap: int) -> None:
    places = laid_out(tree, measure=measure, gap=gap).places
    for place in places:
        if place.children:
            first, last = (places[child].centre for child in (place.children[0], place.children[-1]))
            assert place.centre == (first + last) // 2


@given(trees(), MEASURES, GAPS)
def test_neighbours_and_all_below_them_keep_apart(tree: Tree, measure: Measure, gap: int) -> None:
    layout = laid_out(tree, measure=measure, gap=gap)
    found = blocks(layout, measure)
    for place in layout.places:
        for (_, end), (start, _) in pairwise(found[child] for child in place.children):
            assert start - end > gap


@given(trees(), MEASURES, GAPS)
def test_the_drawing_is_as_wide_as_its_text(tree: Tree, measure: Measure, gap: int) -> None:
    layout = laid_out(tree, measure=measure, gap=gap)
    assert blocks(layout, measure)[0] == (0, layout.width - 1)


@pytest.mark.parametrize(
    ("text", "centres", "width"),
    [
        ("(NP (NNP Arthur))", [2, 2], 6),
        ("(LONGEST (A a) (B b))", [3, 2, 5], 7),
        ("(S (LONGEST (A a)) (B b))", [6, 3, 3, 9], 10),
    ],
)
def test_a_name_wider_than_all_below_it(text: str, centres: list[int], width: int) -> None:
    layout = laid_out(Tree.from_string(text), measure=cells, gap=2)
    assert [place.centre for place in layout.places] == centres
    assert layout.width == width


def test_any_depth() -> None:
    layout = laid_out(deep_tree(5_000), measure=cells, gap=2)
    assert (layout.depth, len(layout.places), layout.places[-1].word) == (5_000, 10_000, "w4999")
