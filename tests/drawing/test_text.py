"""Text drawings, top down and as outlines."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.drawing.cells import cells, shown
from rightmost.drawing.text import draw
from rightmost.errors import BadUsage
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse

ARTHUR = Tree.from_string(
    "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"
)
CHINESE = Tree.from_string(
    "(IP (NP (NR 亚瑟)) (VP (VC 是) (NP (DNP (NP (NR 不列颠人)) (DEG 的)) (NP (NN 国王)))) (PU 。))"
)


def drawing(text: str) -> str:
    """The drawing written in a test, as `draw` gives it."""
    return dedent(text).strip("\n")


ANY_WORDS = st.one_of(st.text(max_size=12), st.sampled_from(["国王", "👑", "e\u0301", "the"]))


def trees(words: st.SearchStrategy[str] = ANY_WORDS) -> st.SearchStrategy[Tree]:
    """Small trees over such words."""
    labels = st.one_of(st.sampled_from(["NP", "VP", "S", ""]), st.text(max_size=8))
    nodes = st.recursive(
        st.builds(Leaf, words, labels),
        lambda below: st.builds(Tree, labels, st.lists(below, min_size=1, max_size=4)),
        max_leaves=12,
    )
    return st.builds(Tree, labels, st.lists(nodes, min_size=1, max_size=3))


def node_texts(tree: Tree) -> list[str]:
    """What stands in each line of an outline."""
    items = [item for item, _ in tree.flat]
    return [f"{shown(item.tag)} {shown(item.word)}" if isinstance(item, Leaf) else shown(item) for item in items]


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


def test_the_running_example_in_outline() -> None:
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
    assert draw(ARTHUR, outline=True) == expected
    assert draw(ARTHUR, outline=True, ascii=True) == expected.translate(str.maketrans("│─├└", "|-+`"))


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
    assert draw(ARTHUR, width=34) == draw(ARTHUR, outline=True)


def test_levels_that_do_not_fit_start_again_behind_their_number() -> None:
    assert draw(ARTHUR, width=24) == drawing("""
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


def test_colours_add_nothing_but_their_codes() -> None:
    for outline in (False, True):
        coloured = draw(CHINESE, outline=outline, colour=True)
        assert "\x1b[1;36mIP\x1b[0m" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(CHINESE, outline=outline)


def test_a_width_that_makes_no_sense() -> None:
    with pytest.raises(BadUsage, match="a drawing 0 columns wide; give a width of 1 or more, or None for no limit"):
        draw(ARTHUR, width=0)


def deep_tree(depth: int) -> Tree:
    """Each node a word and the next node."""
    steps = [step for level in range(depth) for step in ((f"N{level}", 1), (Leaf(f"w{level}", "T"), 0))]
    return Tree.from_flat((*steps[:-1], (steps[-1][0], -depth)))


@pytest.mark.parametrize("width", [None, 80])
def test_a_deep_tree(width: int | None) -> None:
    tree = deep_tree(5_000)
    lines = draw(tree, width=width).split("\n")
    assert len(lines) == 10_000
    assert lines[-1].endswith("T w4999")
    assert max(map(cells, lines)) <= (width or 200)


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


@given(trees(), st.integers(24, 60))
def test_no_line_is_wider_than_declared(tree: Tree, width: int) -> None:
    picture = draw(tree, width=width)
    if max(map(cells, node_texts(tree))) <= width // 2:
        assert max(map(cells, picture.split("\n"))) <= width


@given(trees(), st.integers(1, 60))
def test_an_outline_has_every_node_in_order(tree: Tree, width: int) -> None:
    lines = draw(tree, outline=True, width=width).split("\n")
    texts = node_texts(tree)
    assert len(lines) == len(texts)
    assert all(line.endswith(text) for line, text in zip(lines, texts))


def test_the_method_draws_the_same() -> None:
    assert ARTHUR.draw(width=30, ascii=True, colour=True) == draw(ARTHUR, width=30, ascii=True, colour=True)
    assert ARTHUR.draw(outline=True) == draw(ARTHUR, outline=True)
