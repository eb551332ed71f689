"""SVG pictures."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hypothesis import given
from hypothesis import strategies as st

from drawing.examples import ARTHUR
from rightmost.drawing.cells import shown
from rightmost.drawing.svg import svg, svg_page
from rightmost.trees.tree import Leaf, Step, Tree

NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(root: Element, kind: str) -> list[Element]:
    """The text elements of one kind: label, tag or word."""
    groups = [group for group in root.iter(f"{NAMESPACE}g") if group.get("class") == f"rightmost-{kind}"]
    return [text for group in groups for text in group.iter(f"{NAMESPACE}text")]


def test_the_running_example() -> None:
    root = ElementTree.fromstring(svg(ARTHUR))
    assert root.tag == f"{NAMESPACE}svg"
    assert [text.text for text in texts(root, "word")] == list(ARTHUR.words)
    assert [text.text for text in texts(root, "tag")] == list(ARTHUR.tags)
    assert [text.text for text in texts(root, "label")] == ["S", "NP", "VP", "NP", "NP", "PP", "NP"]
    assert len(list(root.iter(f"{NAMESPACE}path"))) == 12  # one for each node but the root
    assert [title.text for title in root.iter(f"{NAMESPACE}title")] == ["Arthur is King of the Britons"]


def test_words_stand_in_one_line_below_their_tags_inside_the_page() -> None:
    root = ElementTree.fromstring(svg(ARTHUR))
    words, tags = texts(root, "word"), texts(root, "tag")
    xs = [float(word.get("x", "")) for word in words]
    assert xs == sorted(xs) == [float(tag.get("x", "")) for tag in tags]
    assert len({word.get("y") for word in words}) == len({tag.get("y") for tag in tags}) == 1
    assert float(words[0].get("y", "")) > float(tags[0].get("y", ""))
    assert 0 < xs[0] < xs[-1] < float(root.get("width", ""))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_wide_characters_get_more_room() -> None:
    narrow, wide = (Tree("X", [Leaf(word, "N")]) for word in ("abcd", "亚瑟国王"))
    widths = [int(ElementTree.fromstring(svg(tree)).get("width", "")) for tree in (narrow, wide)]
    assert widths[1] > widths[0]


def test_nothing_in_it_runs_or_is_fetched() -> None:
    picture = svg(Tree("X", [Leaf("<script>alert(1)</script>", "N"), Leaf("&amp;", '"')]))
    root = ElementTree.fromstring(picture)
    assert [text.text for text in texts(root, "word")] == ["<script>alert(1)</script>", "&amp;"]
    assert {element.tag.removeprefix(NAMESPACE) for element in root.iter()} == {
        *("svg", "style", "rect", "g", "title", "path", "text")
    }
    assert "href" not in picture
    assert "url(" not in picture


def test_several_trees_stand_below_one_another() -> None:
    root = ElementTree.fromstring(svg_page([ARTHUR, Tree("NP", [Leaf("Arthur", "NNP")])]))
    alone = ElementTree.fromstring(svg(ARTHUR))
    assert len(texts(root, "word")) == 7
    assert root.get("width") == alone.get("width")
    assert int(root.get("height", "")) > int(alone.get("height", ""))


@given(st.lists(st.builds(Leaf, st.text(st.characters(codec=None)), st.text()), min_size=1), st.text())
def test_any_text_makes_well_formed_xml(leaves: list[Leaf], label: str) -> None:
    root = ElementTree.fromstring(svg(Tree(label, leaves)).encode())
    assert [text.text for text in texts(root, "word")] == [shown(leaf.word) for leaf in leaves]


def test_deep_and_wide_trees() -> None:
    steps: list[Step] = [("X", 1), (Leaf("a", "T"), 0)]
    deep = Tree.from_flat((*steps * 4_999, ("X", 1), (Leaf("a", "T"), -5_000)))
    wide = Tree("X", [Leaf("国王", "T")] * 10_000)
    for tree, words in ((deep, 5_000), (wide, 10_000)):
        drawn = svg(tree)
        assert len(drawn) < 300 * len(tree.flat) + 5_000  # grows with the nodes, not with their square
        assert len(texts(ElementTree.fromstring(drawn), "word")) == words


def test_the_method_gives_the_same() -> None:
    assert ARTHUR.svg() == svg(ARTHUR)
