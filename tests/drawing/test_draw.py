"""Text drawings, top down, and when they are outlines instead."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.examples import ARTHUR, deep_tree, drawing, trees
from rightmost.drawing.cells import cells, shown
from rightmost.drawing.draw import draw
from rightmost.drawing.indented import outlined
from rightmost.drawing.pen import Pen
from rightmost.errors import BadUsage
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse

CHINESE = Tree.from_string(
    "(IP (NP (NR 亚瑟)) (VP (VC 是) (NP (DNP (NP (NR 不列颠人)) (DEG 的)) (NP (NN 国王)))) (PU 。))"
)


def test_the_running_example() -> None:
    assert draw(ARTHUR) == drawing("""
               S
          ┌────┴─────┐
          NP         VP
          │      ┌───┴────┐
          │      │        NP
          │      │    ┌───┴────┐
          │      │    NP       PP
          │      │    │    ┌───┴───┐
          │      │    │    │       NP
          │      │    │    │    ┌──┴───┐
         NNP    VBZ   NN   IN   DT    NNPS
        Arthur   is  King  of  the  Britons
    """)


def test_the_running_example_in_ascii() -> None:
    assert draw(ARTHUR, ascii=True) == drawing("""
               S
          +----+-----+
          NP         VP
          |      +---+----+
          |      |        NP
          |      |    +---+----+
          |      |    NP       PP
          |      |    |    +---+---+
          |      |    |    |       NP
          |      |    |    |    +--+---+
         NNP    VBZ   NN   IN   DT    NNPS
        Arthur   is  King  of  the  Britons
    """)


def test_chinese_stands_below_its_tags() -> None:
    picture = draw(CHINESE)
    assert picture == drawing("""
                        IP
         ┌───────────┬──┴──────────────┐
         NP          VP                │
         │    ┌──────┴───────┐         │
         │    │              NP        │
         │    │          ┌───┴────┐    │
         │    │         DNP       NP   │
         │    │      ┌───┴───┐    │    │
         │    │      NP      │    │    │
         │    │      │       │    │    │
         NR   VC     NR     DEG   NN   PU
        亚瑟  是  不列颠人   的  国王  。
    """)
    *_, tags, words = picture.split("\n")
    for tag, word in zip(columns(tags), columns(words)):
        assert abs(sum(tag) - sum(word)) <= 1  # centred on one another, to half a column


def columns(line: str) -> list[tuple[int, int]]:
    """The columns that each text of the line begins and ends at."""
    return [(cells(line[: match.start()]), cells(line[: match.end()])) for match in re.finditer(r"\S+", line)]


def test_emoji_and_combining_marks() -> None:
    tree = Tree("X", [Leaf("👑", "UH"), Leaf("👩\u200d🚀", "N"), Leaf("cafe\u0301", "NN"), Leaf("x", "Y")])
    assert draw(tree) == drawing("""
               X
        ┌───┬──┴─┬────┐
        UH  N    NN   Y
        👑  👩\u200d🚀  cafe\u0301  x
    """)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (Tree("NP", [Leaf("Arthur", "NNP")]), "  NP\n  │\n NNP\nArthur"),
        (Tree("FRAG", [Leaf(".", ".")]), "FRAG\n │\n .\n ."),
        (Tree("", [Leaf("a", "DT"), Leaf("b", "NN")]), "  ∅\n┌─┴─┐\nDT  NN\na   b"),
        (Tree("X", [Leaf("", "")]), "X\n│\n∅\n∅"),
        (Tree("X", [Leaf("a\x1b[2J\n", "Y")]), "  X\n  │\n  Y\na␛[2J␊"),
        (Tree("LONGEST", [Leaf("a", "A"), Leaf("b", "B")]), "LONGEST\n  ┌┴─┐\n  A  B\n  a  b"),
        (Tree("X", [Leaf("a", "A"), Leaf("b", "B"), Leaf("c", "C")]), "   X\n┌──┼──┐\nA  B  C\na  b  c"),
        (collapse(Tree.from_string("(S (VP (VB Go)))")), "S+VP\n │\n VB\n Go"),
    ],
)
def test_small_and_odd_trees(tree: Tree, expected: str) -> None:
    assert draw(tree) == expected


def test_too_wide_a_tree_is_outlined() -> None:
    assert draw(ARTHUR, width=35) == draw(ARTHUR)
    assert draw(ARTHUR, width=34) == draw(ARTHUR, outline=True) == outlined(ARTHUR, width=34, pen=Pen())
    pen = Pen(ascii=True, colour=True)
    assert draw(ARTHUR, width=24, ascii=True, colour=True) == outlined(ARTHUR, width=24, pen=pen)


def test_too_large_a_tree_is_outlined() -> None:
    tree = deep_tree(5_000)
    assert draw(tree) == outlined(tree, width=None, pen=Pen())


def test_colours_add_nothing_but_their_codes() -> None:
    for outline in (False, True):
        coloured = draw(CHINESE, outline=outline, colour=True)
        assert "\x1b[1;36mIP\x1b[0m" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(CHINESE, outline=outline)


def test_a_width_that_makes_no_sense() -> None:
    with pytest.raises(BadUsage, match="a drawing 0 columns wide; give a width of 1 or more, or None for no limit"):
        draw(ARTHUR, width=0)


def test_a_deep_unary_chain() -> None:
    tree = Tree.from_flat((*[("X", 1)] * 5_000, (Leaf("Arthur", "NNP"), -5_000)))
    lines = draw(tree).split("\n")
    assert (len(lines), lines[0], lines[-1]) == (10_002, "  X", "Arthur")


def test_a_wide_tree() -> None:
    words = [f"w{number}" for number in range(10_000)]
    tree = Tree("X", [Leaf(word, "T") for word in words])
    assert draw(tree).split("\n")[-1].split() == words
    assert draw(tree, width=80).split("\n")[-1] == "└─ T w9999"


@given(trees())
def test_every_word_appears_in_its_own_columns(tree: Tree) -> None:
    *_, tags, words = draw(tree).split("\n")
    rest = words
    for leaf in tree.leaves:
        before, word, rest = rest.partition(shown(leaf.word))
        assert word
        assert not before.strip(" ")
    assert not rest
    tag_at = 0
    for leaf in tree.leaves:
        tag_at = tags.index(shown(leaf.tag), tag_at) + len(shown(leaf.tag))


@given(trees(st.from_regex("[a-z亚瑟👑]{1,6}", fullmatch=True)))
def test_neighbours_keep_apart(tree: Tree) -> None:
    words = draw(tree).split("\n")[-1]
    assert re.split(" {2,}", words.strip()) == list(tree.words)
    ends = columns(words)
    assert all(right + 2 <= left for (_, right), (left, _) in pairwise(ends))


@given(trees())
def test_every_line_ends_where_something_stands(tree: Tree) -> None:
    for line in draw(tree).split("\n"):
        assert line
        assert not line.endswith(" ")


def test_the_method_draws_the_same() -> None:
    assert ARTHUR.draw(width=30, ascii=True, colour=True) == draw(ARTHUR, width=30, ascii=True, colour=True)
    assert ARTHUR.draw(outline=True) == draw(ARTHUR, outline=True)
