"""Gold trees, and what a tiny random model makes of their words."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from model.networks import network
from rightmost.cli import parsed_pair as module
from rightmost.cli.parsed_pair import parsed_pair
from rightmost.errors import BadUsage, ModelError, RightmostError
from rightmost.evaluation.pairs import Pair
from rightmost.modelfile.folder import save_model
from rightmost.parser import load
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR

BRITONS = ("Arthur", "is", "King", "of", "the", "Britons")
BRACKETS = "(TOP (NP (NNP Arthur) (-LRB- -LRB-) (-NONE- *T*-1) (NNS King-LRB-s-RRB-) (-RRB- ])))"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "tiny"
    save_model(network(), path, about={})
    return path


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold"
    path.write_text(f"{ARTHUR}\n\n{BRACKETS}\n", encoding="utf-8")
    return path


def pair_of(
    gold: Path | str,
    model: Path,
    *,
    beam: int = 1,
    gold_tags: bool = False,
    unescape: bool = True,
    style: str | None = None,
) -> Pair:
    return parsed_pair(str(gold), model=str(model), beam=beam, gold_tags=gold_tags, unescape=unescape, style=style)


@pytest.mark.parametrize("beam", [1, 4])
def test_the_model_s_trees_over_the_gold_words(gold: Path, tiny: Path, beam: int) -> None:
    pair = pair_of(gold, tiny, beam=beam)
    assert pair.gold == (Tree.from_string(ARTHUR), None, parse_brackets(BRACKETS, keep_wrapper=True))
    parser = load(tiny)
    arthur, brackets = parser.parse(BRITONS, beam=beam), parser.parse(["Arthur", "(", "King(s)", "]"], beam=beam)
    assert pair.predicted == (arthur, None, brackets)


def test_words_stay_as_they_are_written(gold: Path, tiny: Path) -> None:
    read, written = pair_of(gold, tiny).predicted[2], pair_of(gold, tiny, unescape=False).predicted[2]
    assert read is not None
    assert written is not None
    assert written.words == ("Arthur", "-LRB-", "King-LRB-s-RRB-", "]")
    assert written == read.with_leaves([Leaf(*leaf) for leaf in zip(written.words, read.tags)]), (
        "but parsed as ( and King(s)"
    )


def test_gold_tags_are_given_and_kept(gold: Path, tiny: Path) -> None:
    tags = ("NNP", "VBZ", "NN", "IN", "DT", "NNPS")
    assert pair_of(gold, tiny, gold_tags=True).predicted[0] == load(tiny).parse(BRITONS, tags=tags)
    own = pair_of(gold, tiny).predicted[0]
    assert own is not None
    assert own.tags != tags


def test_a_model_that_reads_tags_gets_them(gold: Path, tmp_path: Path) -> None:
    save_model(network(gold_tags=True, tag_head=False), tmp_path / "reader", about={})
    predicted = pair_of(gold, tmp_path / "reader").predicted[0]
    assert predicted is not None
    assert predicted.leaves == Tree.from_string(ARTHUR).leaves


def test_the_style_reaches_the_model(gold: Path, tmp_path: Path) -> None:
    save_model(network(styles=("gum", "masc")), tmp_path / "styled", about={})
    found = {style: pair_of(gold, tmp_path / "styled", style=style).predicted[0] for style in ("gum", "masc")}
    assert found == {style: load(tmp_path / "styled", style=style).parse(BRITONS) for style in found}
    assert found["gum"] != found["masc"]


@pytest.mark.parametrize(("terminal", "long", "shown"), [(True, 2, True), (True, 3, False), (False, 2, False)])
def test_a_progress_bar_for_long_files(
    gold: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, long: int, shown: bool
) -> None:
    err = io.StringIO()
    monkeypatch.setattr(err, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(module, "LONG", long)
    pair_of(gold, tiny)
    assert ("2/2" in err.getvalue()) == shown
    assert bool(err.getvalue()) == shown


def test_bad_requests(gold: Path, tiny: Path, tmp_path: Path) -> None:
    empty, none = tmp_path / "empty", tmp_path / "none"
    empty.write_text("")
    cases: list[tuple[Path | str, Path, type[RightmostError], str]] = [
        ("-", tiny, BadUsage, "GOLD cannot be standard input (-) with --model; give a file"),
        (gold, none, ModelError, f"{none}: no model here, and none of that name is installed"),
        (empty, tiny, RightmostError, f"{empty}: no trees in the gold file; expected one a line"),
    ]
    for file, model, error, message in cases:
        with pytest.raises(error) as raised:
            pair_of(file, model)
        assert str(raised.value).startswith(message)
