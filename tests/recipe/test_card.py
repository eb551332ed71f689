"""recipe/en/card.py, which measures what a model card says."""

from __future__ import annotations

import re
import sys

import pytest
import torch

from model.networks import TREES, network
from rightmost.errors import RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.modelfile.folder import save_model
from rightmost.parser import Parser
from rightmost.trees.tree import Tree
from tool import tool

card = tool("card")
PARSER = Parser(network(), device=torch.device("cpu"), dtype="float32")
GOLD = list(TREES)


class Sure:
    """A parser that knows the trees it will be asked for."""

    def __init__(self, trees: list[Tree]) -> None:
        self.network = PARSER.network
        self.trees = trees

    def parse_many(self, sentences, *, beam):
        assert [tuple(words) for words in sentences] == [tree.words for tree in GOLD]
        return iter(self.trees)


def swapped(tree: Tree) -> Tree:
    """The same words, all wrong."""
    return Tree("X", tree.leaves)


def test_a_row_has_evalb_s_figures():
    predicted = list(PARSER.parse_many([tree.words for tree in GOLD], beam=3))
    scores = evaluate(GOLD, predicted, gold_tags=True)
    right = sum(one == other for tree, gold in zip(predicted, GOLD) for one, other in zip(tree.tags, gold.tags))
    words = sum(len(tree.words) for tree in GOLD)
    name, beam, sentences, *shares = card.row(PARSER, "masc", GOLD, beam=3)
    assert (name, beam, sentences) == ("masc", "3", "10")
    expected = (scores.exact_match, scores.f1, scores.precision, scores.recall, 100 * right / words)
    assert shares == [f"{share:.2f}" for share in expected]
    assert card.row(Sure(GOLD), "masc", GOLD, beam=1)[1:] == ("greedy", "10", *["100.00"] * 5)


def test_the_page_s_misses():
    page = card.page_of(Sure([swapped(GOLD[0]), *GOLD[1:-1], swapped(GOLD[-1])]), GOLD)
    assert [miss.gold for miss in page.misses] == [GOLD[0], GOLD[-1]]
    assert page.sentences == 10
    written = card.misses(page)
    assert written.startswith("<!-- misses: begin -->\nF1 ")
    assert "; 8 of 10 sentences exactly right. The others:\n\n- Arthur is King of the Britons\n" in written
    assert f"  - should be `{GOLD[0]}`\n  - is `{swapped(GOLD[0])}`\n- " in written
    assert written.endswith(f"`{swapped(GOLD[-1])}`\n<!-- misses: end -->")
    assert card.page_of(Sure(GOLD), GOLD) == card.Page(10, 100.0, ())


def test_a_card_is_changed_between_its_markers_alone(tmp_path):
    path = tmp_path / "en.md"
    path.write_text(f"# en\n{card.BEGIN}\nold\n{card.END}\nrest\n", encoding="utf-8")
    part = f"{card.BEGIN}\nnew é\n{card.END}"
    card.written_into(path, part)
    assert path.read_text(encoding="utf-8") == f"# en\n{part}\nrest\n"
    assert card.between_markers(path.read_text(encoding="utf-8")) == part


@pytest.mark.parametrize("text", ["", "BEGIN", "END BEGIN", "BEGIN END END", "BEGIN BEGIN END"])
def test_a_card_without_its_markers(text):
    with pytest.raises(RightmostError, match="the card must have <!-- misses: begin --> and, behind it, <!-- mis"):
        card.between_markers(text.replace("BEGIN", card.BEGIN).replace("END", card.END))


def test_fewer_trees_are_spread_over_the_file(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("".join(f"{tree}\n" for tree in GOLD), encoding="utf-8")
    assert card.spread(path, None) == GOLD
    assert card.spread(path, 5) == GOLD[::2]
    assert card.spread(path, 99) == GOLD
    assert len(card.spread(path, len(GOLD) - 1)) == len(GOLD) - 1


def test_the_whole_card(tmp_path, monkeypatch, capsys):
    save_model(network(), tmp_path / "en", about={})
    (tmp_path / "page.txt").write_text("".join(f"{tree}\n" for tree in GOLD), encoding="utf-8")
    (tmp_path / "en.md").write_text(f"{card.BEGIN}{card.END}", encoding="utf-8")
    page, into = str(tmp_path / "page.txt"), str(tmp_path / "en.md")
    arguments = [str(tmp_path / "en"), "--dev", page, "--test", page, page, "--page", page, "--into", into]
    monkeypatch.setattr(sys, "argv", ["card.py", *arguments, "--device", "cpu", "--beams", "1", "2"])
    card.main()
    printed = capsys.readouterr().out
    assert re.match(r"0\.\d MB on disk \(the largest of 5 files 0\.\d MB\); 0\.\d million parameters, ", printed)
    assert printed.count("| page | greedy | 10 |") == printed.count("| page | 2 | 10 |") == 3
    assert printed.index("### Development") < printed.index("### Test") < printed.index(card.BEGIN)
    assert (tmp_path / "en.md").read_text(encoding="utf-8") == card.between_markers(printed)


def test_the_message_names_the_card(tmp_path):
    (tmp_path / "en.md").write_text("# en\n", encoding="utf-8")
    with pytest.raises(RightmostError, match=r"en\.md must have <!-- misses"):
        card.written_into(tmp_path / "en.md", "")


@pytest.mark.parametrize(
    ("arguments", "said"), [("--into card.md", "--into needs --page"), ("--most 0", "--most must")]
)
def test_arguments_that_cannot_be(monkeypatch, capsys, arguments, said):
    monkeypatch.setattr(sys, "argv", ["card.py", "en", *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        card.main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_file_without_trees(tmp_path):
    (tmp_path / "trees.txt").write_text("\n", encoding="utf-8")
    with pytest.raises(RightmostError, match="no trees in it"):
        card.spread(tmp_path / "trees.txt", None)
