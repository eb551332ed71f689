"""Breakdowns as a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from rightmost.errors import BadUsage, RightmostError, UnreadableFile
from rightmost.evaluation import breakdown_plot
from rightmost.evaluation.breakdown import KEYS, Breakdown, Group, break_down
from rightmost.evaluation.breakdown_plot import MOST_GROUPS, check_plot, draw_breakdowns
from rightmost.trees.tree import Tree
from strategies import ARTHUR

GOLD = Tree.from_string(ARTHUR)
PREDICTED = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (ADJP (NN King) (IN of) (DT the) (NNPS Britons))))")
MEANING = "label of the bracket"


def texts_of(breakdowns: list[Breakdown], path: Path) -> list[str]:
    """The texts of the picture, in the order in which it has them."""
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        draw_breakdowns(breakdowns, path)
    return ["".join(text.itertext()) for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("name", "start"), [("plot.png", b"\x89PNG"), ("plot.SVG", b"<?xml")])
def test_a_picture_is_all_that_is_left(tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    draw_breakdowns(break_down([GOLD], [PREDICTED], by=list(KEYS)), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_each_breakdown_has_a_panel(tmp_path: Path) -> None:
    texts = texts_of(list(break_down([GOLD], [PREDICTED], by=["label", "length"])), tmp_path / "plot.svg")
    assert [text for text in texts if "below" in text] == [
        "label (label of the bracket); below: gold brackets",
        "length (words in the sentence); below: gold brackets",
    ]
    assert texts[:10] == ["NP", "4", "PP", "1", "S", "1", "VP", "1", "ADJP", "0"]
    assert texts[-3:] == ["F1", "recall", "precision"]


def test_labels_stand_there_as_they_are(tmp_path: Path) -> None:
    odd = Breakdown("label", MEANING, (Group("PRP$", 2, 1, 1, 1), Group("a$b$", 3, 1, 0, 0), Group("<&>", 4, 1, 0, 0)))
    assert texts_of([odd], tmp_path / "plot.svg")[:6] == ["PRP$", "2", "a$b$", "3", "<&>", "4"]


def test_there_is_room_for_so_many_groups(tmp_path: Path) -> None:
    names = [f"L{place}" for place in range(MOST_GROUPS + 1)]
    many = Breakdown("label", MEANING, tuple(Group(name, 1, 1, 1, 1) for name in names))
    texts = texts_of([many], tmp_path / "plot.svg")
    assert [text for text in texts if text in names] == names[:-1]


@pytest.mark.parametrize(("matched", "lowest"), [(75, "70"), (70, "70"), (0, "0")])
def test_the_panel_begins_at_the_ten_below_its_lowest_figure(tmp_path: Path, matched: int, lowest: str) -> None:
    groups = Group("NP", 1000, 1000, 1000, 1000), Group("VP", 1000, 1000, 10 * matched, 900)
    texts = texts_of([Breakdown("label", MEANING, groups)], tmp_path / "plot.svg")
    assert texts[4] == lowest


def test_a_picture_of_nothing(tmp_path: Path) -> None:
    texts = texts_of(list(break_down([GOLD], [None], by=["label"])), tmp_path / "plot.svg")
    assert "label (label of the bracket); below: gold brackets" in texts


def test_a_name_of_another_kind() -> None:
    with pytest.raises(BadUsage, match=r"^plot\.jpg: a picture's name must end in \.png or \.svg$"):
        check_plot("plot.jpg")


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breakdown_plot, "find_spec", lambda name: None)
    with pytest.raises(RightmostError) as caught:
        check_plot(tmp_path / "plot.png")
    assert str(caught.value) == "pictures need matplotlib, which is not installed: pip install 'rightmost[plots]'"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "no"
    with pytest.raises(UnreadableFile) as caught:
        check_plot(folder / "plot.png")
    assert str(caught.value) == f"{folder / 'plot.png'}: cannot be written (there is no folder {folder})"


def test_a_place_that_is_taken(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "there.png").mkdir()
    with pytest.raises(UnreadableFile) as caught:
        draw_breakdowns(break_down([GOLD], [GOLD], by=["label"]), tmp_path / "there.png")
    assert str(caught.value) == f"{tmp_path / 'there.png'}: cannot be written (Is a directory)"
    assert [path.name for path in tmp_path.iterdir()] == ["there.png"]
