"""benchmarks/look_ahead.py, which parses sentences as they grow."""

from __future__ import annotations

import sys

import pytest

from model.networks import TREES, network
from rightmost.decoding.parse import parse_leaves
from rightmost.modelfile.folder import save_model
from rightmost.outcome import run
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Leaf
from tool import BENCHMARKS, tool

look_ahead = tool("look_ahead", BENCHMARKS)
MADE = network(prefix_mark=1)
SENTENCES = [tree.leaves for tree in TREES]


def actions(sentences, k):
    return [oracle(tree) for tree in look_ahead.parse_ahead(MADE, sentences, look_ahead=k)]


def test_who_sees_the_end_parses_whole_sentences():
    whole = [tree.spans() for tree in parse_leaves(MADE, SENTENCES)]
    for k in (max(map(len, SENTENCES)), None):
        assert [tree.spans() for tree in look_ahead.parse_ahead(MADE, SENTENCES, look_ahead=k)] == whole


@pytest.mark.parametrize("k", [0, 1, 2])
def test_what_comes_later_changes_nothing(k):
    other = [*SENTENCES[0][:4], *[Leaf("castle", "NN")] * 5]
    one, changed = actions([SENTENCES[0], other], k)
    assert one[: 4 - k] == changed[: 4 - k]
    assert one != changed


def test_an_unfinished_sentence_is_told_from_a_whole_one(monkeypatch):
    seen = []
    windows = MADE.windows
    monkeypatch.setattr(MADE, "windows", lambda words, **how: seen.append((len(words), how)) or windows(words, **how))
    look_ahead.parse_ahead(MADE, SENTENCES[1:2], look_ahead=1)
    assert seen == [(2, {"finished": False}), (2, {"finished": True})]


@pytest.fixture
def folder(tmp_path):
    save_model(MADE, tmp_path / "model", about={})
    (tmp_path / "gold.txt").write_text("".join(f"(TOP {tree})\n" for tree in TREES))
    return tmp_path


def ran(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["look_ahead", *map(str, arguments)])
    run(look_ahead.main)


def test_a_table(folder, monkeypatch, capsys):
    gold = folder / "gold.txt"
    ran(monkeypatch, folder / "model", gold, gold, "--look-ahead", 0, "all", "--most", 4, "--longest", 5, "--float32")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "| trees | sentences | 0 | all |"
    assert [line.split(" | ")[:2] for line in lines[3:]] == [["| gold", "4"], ["| gold", "4"], ["| together", "8"]]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--look-ahead", "-1"], 2, "'-1'; give a whole number, 0 or more, or all"),
        (["--look-ahead", "x"], 2, "'x'; give a whole number, 0 or more, or all"),
        (["--longest", "0"], 1, "no sentence to be taken from it; raise --most or --longest"),
        (["--most", "0"], 1, "no sentence to be taken from it; raise --most or --longest"),
    ],
)
def test_what_cannot_be_asked(folder, monkeypatch, capsys, arguments, code, message):
    with pytest.raises(SystemExit) as ended:
        ran(monkeypatch, folder / "model", folder / "gold.txt", *arguments)
    assert ended.value.code == code
    assert message in capsys.readouterr().err


def test_the_in_order_decoder_has_no_look_ahead(folder, monkeypatch, capsys):
    save_model(network(decoder="in-order"), folder / "other", about={})
    with pytest.raises(SystemExit) as ended:
        ran(monkeypatch, folder / "other", folder / "gold.txt")
    assert ended.value.code == 2
    assert "an in-order decoder has no look-ahead" in capsys.readouterr().err
