from __future__ import annotations

import io

import pytest

from rightmost.errors import BracketError, MismatchedTrees, RightmostError
from rightmost.evaluation.pairs import read_gold, read_pair
from rightmost.trees.tree import Tree
from strategies import ARTHUR

SPREAD = "( (S\n    (NP (NNP Arthur))\n    (VP (VBZ is))))\n( (NP (NN King)))\n"
SPREAD_TREES = ("( (S (NP (NNP Arthur)) (VP (VBZ is))))", "( (NP (NN King)))")


@pytest.fixture
def files(tmp_path):
    def write(gold: str, predicted: str):
        (tmp_path / "gold.txt").write_text(gold, encoding="utf-8")
        (tmp_path / "predicted.txt").write_text(predicted, encoding="utf-8")
        return tmp_path / "gold.txt", tmp_path / "predicted.txt"

    return write


def test_line_by_line_with_none_for_no_parse(files):
    gold, predicted = read_pair(*files(f"{ARTHUR}\n(ROOT (NP (NN King)))\n", f"\n{ARTHUR}\n"))
    assert [str(tree) for tree in gold] == [ARTHUR, "(ROOT (NP (NN King)))"]
    assert predicted == (None, Tree.from_string(ARTHUR))


def test_trees_over_several_lines(files):
    paths = files(SPREAD, f"{ARTHUR}\n{ARTHUR}\n")
    gold, predicted = read_pair(*paths)
    assert tuple(map(str, gold)) == SPREAD_TREES
    assert read_gold(paths[0]) == gold
    assert len(predicted) == 2


@pytest.mark.parametrize(("gold", "predicted"), [("\n\n", ""), ("", "\n(())\n")])
def test_empty_lines_at_the_end_are_left_out(files, gold, predicted):
    pair = read_pair(*files(f"{ARTHUR}\n{gold}", f"{ARTHUR}\n{predicted}"))
    assert (len(pair.gold), len(pair.predicted)) == (1, 1)


def test_words_as_written_or_as_meant(files):
    paths = files("(NP (-LRB- -LRB-))\n", "(NP (-LRB- -LRB-))\n")
    assert read_pair(*paths).gold[0].words == ("(",)
    assert read_pair(*paths, unescape=False).gold[0].words == ("-LRB-",)


def test_one_file_may_be_standard_input(files, monkeypatch):
    _, predicted = files("", f"{ARTHUR}\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{ARTHUR}\n"))
    assert read_pair("-", predicted).gold == (Tree.from_string(ARTHUR),)


@pytest.mark.parametrize("gold", ["", "\n\n", "(())\n"])
def test_no_gold_trees(files, gold):
    gold_path, predicted_path = files(gold, f"{ARTHUR}\n")
    with pytest.raises(RightmostError) as raised:
        read_pair(gold_path, predicted_path)
    assert str(raised.value) == (
        f"{gold_path}: no trees in the gold file; expected one a line, as (S (NP (NNP Arthur)) ...)"
    )


def test_no_predicted_trees(files):
    gold_path, predicted_path = files(f"{ARTHUR}\n", "")
    with pytest.raises(RightmostError) as raised:
        read_pair(gold_path, predicted_path)
    assert str(raised.value) == (
        f"{predicted_path}: no trees in the predicted file; expected one for each of the gold file's"
    )


@pytest.mark.parametrize(("gold", "predicted"), [(3, 2), (2, 3)])
def test_different_numbers_of_trees(files, gold, predicted):
    gold_path, predicted_path = files(f"{ARTHUR}\n" * gold, f"{ARTHUR}\n" * predicted)
    with pytest.raises(MismatchedTrees) as raised:
        read_pair(gold_path, predicted_path)
    assert str(raised.value) == (
        f"trees: {gold} in {gold_path}, {predicted} in {predicted_path}; expected as many, one a line"
    )


def test_a_tree_that_runs_into_the_next_line_is_named(files):
    """A bracket too few in one line and too many in the next: two trees become one."""
    torn = f"{ARTHUR}\n{ARTHUR[:-1]}\n{ARTHUR})\n"
    gold_path, predicted_path = files(f"{ARTHUR}\n" * 3, torn)
    with pytest.raises(MismatchedTrees) as raised:
        read_pair(gold_path, predicted_path)
    assert f"2 in {predicted_path}; expected as many, one a line (over several lines: {predicted_path}:2:" in str(
        raised.value
    )


def test_the_first_bad_line_is_named(files):
    gold_path, predicted_path = files(f"{ARTHUR}\n" * 4, f"{ARTHUR}\n{ARTHUR[:-1]}\n" + f"{ARTHUR}\n" * 2)
    with pytest.raises(BracketError) as raised:
        read_pair(gold_path, predicted_path)
    assert (raised.value.source, raised.value.line) == (str(predicted_path), 2)


def test_in_trees_over_several_lines_the_bad_line_is_named_too(files):
    gold_path, predicted_path = files(SPREAD.replace("(NN King)", "(NN King Duke)"), ARTHUR)
    with pytest.raises(BracketError) as raised:
        read_pair(gold_path, predicted_path)
    assert (raised.value.source, raised.value.line) == (str(gold_path), 4)
