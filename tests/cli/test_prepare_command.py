"""`rightmost prepare`, from the command line in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from corpora.samples import ARTHUR, lay_out, prepared
from rightmost.__main__ import main

Run = Callable[..., tuple[int, str, str]]
TEN = "".join(f"(ROOT (NP (NN knight{number})))\n" for number in range(10))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `rightmost prepare`; gives its exit code, its output and its talk."""

    def run_prepare(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rightmost", "prepare", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit:
            main()
        out, err = capsys.readouterr()
        return exit.value.code or 0, out, err  # type: ignore[return-value]

    return run_prepare


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "source", {"trees.txt": TEN}) / "trees.txt"


def test_the_table_is_data_and_nothing_else_is_said(tmp_path: Path, source: Path, run: Run) -> None:
    code, out, err = run("brackets", source, tmp_path / "out", "--split", "0.8,0.1,0.1", "--seed", "7")
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["split", "trees", "words"],
        ["train", "8", "8"],
        ["dev", "1", "1"],
        ["test", "1", "1"],
    ]
    assert len(prepared(tmp_path / "out", "train")) == 8


def test_warnings_go_to_stderr(tmp_path: Path, run: Run) -> None:
    root = lay_out(tmp_path / "wsj", {"02/wsj_0201.mrg": ARTHUR})
    code, out, err = run("ptb", root, tmp_path / "out", "--incomplete")
    assert code == 0
    assert "train          1           7" in out
    assert err.splitlines()[0].startswith("rightmost: warning: ptb: sections missing (03, 04, ")
    assert "rightmost: warning: ptb: train holds 1 trees, 39,832 expected\n" in err


def test_an_incomplete_corpus_is_bad_data(tmp_path: Path, run: Run) -> None:
    root = lay_out(tmp_path / "wsj", {"02/wsj_0201.mrg": ARTHUR})
    code, out, err = run("ptb", root, tmp_path / "out")
    assert (code, out) == (1, "")
    assert err.startswith(f"rightmost: {root}: not a complete ptb corpus: sections missing (")
    assert err.endswith("--incomplete\n")
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "trees:1: no tree in the file"),
        (b"\x89PNG\xff\x00", "trees:1: not UTF-8 text"),
        ("(S (NP (NNP Arthur))\n\n", "trees:1:1: the tree that begins here with (S never ends"),
    ],
)
def test_bad_files_are_one_line_and_nothing_is_written(
    tmp_path: Path, run: Run, content: str | bytes, says: str
) -> None:
    source = lay_out(tmp_path / "source", {"trees": content}) / "trees"
    code, out, err = run("brackets", source, tmp_path / "out")
    assert (code, out) == (1, "")
    assert says in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


def test_a_missing_folder(tmp_path: Path, run: Run) -> None:
    code, _, err = run("genia", tmp_path / "nowhere", tmp_path / "out")
    assert (code, err) == (1, f"rightmost: {tmp_path / 'nowhere'}: no such folder; check the path\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grail",), "unknown corpus 'grail'; allowed: ptb, ctb, "),
        (("ptb", "--split", "0.8,0.1,0.1"), "ptb has its own split; --split and --seed are for brackets only"),
        (("ptb", "--seed", "1"), "ptb has its own split; --split and --seed are for brackets only"),
        (("brackets", "--split", "most"), "--split 'most' is not three numbers; give shares of train,dev,test as"),
        (("brackets", "--split", "0.5,0.6,0.1"), "the split 0.5,0.6,0.1 is not three shares that add up to 1"),
    ],
)
def test_requests_that_make_no_sense(
    tmp_path: Path, source: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    name, *options = arguments
    code, out, err = run(name, source, tmp_path / "out", *options)
    assert (code, out) == (2, "")
    assert says in err


def test_an_out_in_use_needs_force(tmp_path: Path, source: Path, run: Run) -> None:
    assert run("brackets", source, tmp_path / "out")[0] == 0
    code, _, err = run("brackets", source, tmp_path / "out")
    assert code == 2
    assert "replace it with --force" in err
    assert run("brackets", source, tmp_path / "out", "--force")[0] == 0


def test_missing_arguments_are_bad_usage(run: Run) -> None:
    assert run("ptb")[0] == 2


def test_force_replaces_only_what_prepare_wrote(tmp_path: Path, run: Run) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    for name in ("train.txt", "dev.txt", "test.txt"):
        (mine / name).write_text("(TOP (NP-SBJ (NNP Arthur) (-NONE- *)))\n")
    before = (mine / "train.txt").read_text()
    code, _, err = run("brackets", mine, mine, "--force")
    assert (code, err) == (
        2,
        f"rightmost: {mine}: both the source and the output; name another folder for the output\n",
    )
    source = tmp_path / "trees.txt"
    source.write_text("(S (NP (NNP Arthur)))\n" * 9)
    code, _, err = run("brackets", source, mine, "--force")
    assert code == 2
    assert "which prepare did not write" in err
    assert (mine / "train.txt").read_text() == before
