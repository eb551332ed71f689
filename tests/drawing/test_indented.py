"""Outlines: one node a line, however wide or deep the tree is."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.examples import ARTHUR, deep_tree, drawing, trees
from rightmost.drawing.cells import cells, shown
from rightmost.drawing.indented import MOST_LEVELS, STEP, outlined
from rightmost.drawing.pen import Pen
from rightmost.trees.tree import Leaf, Tree


def node_texts(tree: Tree) -> list[str]:
    """What stands in each line of an outline."""
    items = [item for item, _ in tree.flat]
    return [f"{shown(item.tag)} {shown(item.word)}" if isinstance(item, Leaf) else shown(item) for item in items]


def leads(tree: Tree, *, width: int | None) -> list[str]:
    """What stands in front of each node's text, after checking that the text is there."""
    lines, texts = outlined(tree, width=width, pen=Pen()).split("\n"), node_texts(tree)
    assert len(lines) == len(texts)
    assert all(line.endswith(text) for line, text in zip(lines, texts))
    return [line.removesuffix(text) for line, text in zip(lines, texts)]


def depth_of(lead: str) -> int:
    """The depth that a reader takes a node to have."""
    match = re.fullmatch(r"(\+(?P<start>\d+) )?(?P<lines>(│  |   )*([├└]─ )?)", lead)
    assert match is not None
    return int(match["start"] or 0) + len(match["lines"]) // STEP


def test_the_running_example() -> None:
    expected = drawing("""
        S
        ├─ NP
        │  └─ NNP Arthur
        └─ VP
           ├─ VBZ is
           └─ NP
              ├─ NP
              │  └─ NN King
              └─ PP
                 ├─ IN of
                 └─ NP
                    ├─ DT the
                    └─ NNPS Britons
    """)
    assert outlined(ARTHUR, width=None, pen=Pen()) == expected
    assert outlined(ARTHUR, width=None, pen=Pen(ascii=True)) == expected.translate(str.maketrans("│─├└", "|-+`"))


def test_each_part_of_a_line_has_its_colour() -> None:
    tree = Tree.from_string("(NP (NN King))")
    painted = "\x1b[1;36mNP\x1b[0m\n\x1b[2m└─ \x1b[0m\x1b[32mNN\x1b[0m \x1b[1mKing\x1b[0m"
    assert outlined(tree, width=None, pen=Pen(colour=True)) == painted


def test_levels_that_do_not_fit_start_again_behind_their_number() -> None:
    assert outlined(ARTHUR, width=24, pen=Pen()) == drawing("""
        S
        ├─ NP
        │  └─ NNP Arthur
        └─ VP
           ├─ VBZ is
           └─ NP
              ├─ NP
        +3 └─ NN King
              └─ PP
        +3 ├─ IN of
        +3 └─ NP
        +3    ├─ DT the
        +3    └─ NNPS Britons
    """)


def test_no_level_starts_again_where_all_fit() -> None:
    widest, deepest = len("NNPS Britons"), 5
    fits = widest + STEP * deepest
    assert leads(ARTHUR, width=fits) == leads(ARTHUR, width=None)
    assert any(lead.startswith("+") for lead in leads(ARTHUR, width=fits - 1))


def test_without_a_width_levels_start_again_all_the_same() -> None:
    *_, last_that_fits, _, first_that_starts_again = leads(deep_tree(MOST_LEVELS + 1), width=None)
    assert len(last_that_fits) == STEP * MOST_LEVELS
    assert first_that_starts_again == f"+{MOST_LEVELS} └─ "


@given(trees(), st.none() | st.integers(1, 60))
def test_every_node_is_there_in_order_at_its_depth(tree: Tree, width: int | None) -> None:
    depths = list(accumulate((change for _, change in tree.flat), initial=0))
    assert list(map(depth_of, leads(tree, width=width))) == depths[:-1]


@given(trees())
def test_a_line_runs_from_each_node_to_its_last_child_without_a_gap(tree: Tree) -> None:
    for upper, lower in pairwise(leads(tree, width=None)):
        going_on = {column for column, mark in enumerate(upper) if mark in "│├"}
        first_child = {len(upper)} if len(lower) > len(upper) else set()
        assert {column for column, mark in enumerate(lower) if mark in "│├└"} == going_on | first_child


@given(trees(), st.integers(24, 60))
def test_no_line_is_wider_than_declared(tree: Tree, width: int) -> None:
    if max(map(cells, node_texts(tree))) <= width // 2:
        assert max(map(cells, outlined(tree, width=width, pen=Pen()).split("\n"))) <= width


@pytest.mark.parametrize("width", [None, 80])
def test_a_deep_tree(width: int | None) -> None:
    lines = outlined(deep_tree(5_000), width=width, pen=Pen()).split("\n")
    assert len(lines) == 10_000
    assert lines[-1].endswith("T w4999")
    assert max(map(cells, lines)) <= (width or 200)
