"""Plain bracketed files: their own split, or one drawn."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.samples import ARTHUR, ARTHUR_LINE, KNIGHTS_UNMERGED_LINE, NOTHING, lay_out, prepared
from rightmost.corpora import bracketed as brackets
from rightmost.corpora.prepare import prepare
from rightmost.errors import BadUsage, BracketError, CorpusError

TEN = "".join(f"(ROOT (NP-SBJ (NN knight{number})))\n" for number in range(10)) + NOTHING


def lines(out: Path) -> dict[str, list[str]]:
    return {split: prepared(out, split) for split in ("train", "dev", "test")}


def test_a_file_is_dealt_out_exactly(tmp_path: Path) -> None:
    source = lay_out(tmp_path / "x", {"trees": TEN}) / "trees"
    manifest = prepare(brackets.corpus(shares=(0.8, 0.1, 0.1)), source, tmp_path / "out")
    found = lines(tmp_path / "out")
    assert [len(found[split]) for split in ("train", "dev", "test")] == [8, 1, 1]
    assert sorted(line for split in found.values() for line in split) == [
        f"(TOP (NP (NN knight{number})))" for number in range(10)
    ]
    assert manifest.skipped_trees == 1


def test_the_seed_decides(tmp_path: Path) -> None:
    source = lay_out(tmp_path / "x", {"trees": TEN}) / "trees"
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        prepare(brackets.corpus(shares=(0.5, 0.3, 0.2), seed=seed), source, tmp_path / name)
    assert lines(tmp_path / "a") == lines(tmp_path / "b") != lines(tmp_path / "c")


@pytest.mark.parametrize(("count", "expected"), [(0, [0, 0, 0]), (1, [1, 0, 0]), (3, [1, 1, 1]), (40, [36, 2, 2])])
def test_small_numbers(count: int, expected: list[int]) -> None:
    dealt = brackets.deal(count, shares=brackets.SHARES, seed=0)
    assert [dealt.count(split) for split in ("train", "dev", "test")] == expected


@given(st.integers(0, 300), st.tuples(*[st.integers(0, 20)] * 3).filter(any), st.integers())
def test_every_tree_is_dealt_to_a_split_with_a_share(count: int, parts: tuple[int, ...], seed: int) -> None:
    shares = tuple(part / sum(parts) for part in parts)
    dealt = brackets.deal(count, shares=shares, seed=seed)
    assert len(dealt) == count
    for split, share in zip(("train", "dev", "test"), shares, strict=True):
        assert (dealt.count(split) > 0) == (share > 0) or count < 3
        assert abs(dealt.count(split) - share * count) <= 2


def test_a_folder_keeps_its_split(tmp_path: Path) -> None:
    files = {"train.txt": ARTHUR * 2, "b/my.DEV.mrg": ARTHUR, "test.txt": KNIGHTS_UNMERGED_LINE, "README": "(no tree"}
    prepare("brackets", lay_out(tmp_path / "x", files), tmp_path / "out")
    assert lines(tmp_path / "out") == {
        "train": [ARTHUR_LINE, ARTHUR_LINE],
        "dev": [ARTHUR_LINE],
        "test": [KNIGHTS_UNMERGED_LINE],
    }


def test_a_folder_without_one_is_dealt_out(tmp_path: Path) -> None:
    prepare("brackets", lay_out(tmp_path / "x", {"a.mrg": TEN, "b.ptb": TEN}), tmp_path / "out")
    assert [len(found) for found in lines(tmp_path / "out").values()] == [18, 1, 1]


def test_a_split_may_not_lack_a_file(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"train.txt": ARTHUR, "dev.txt": ARTHUR})
    with pytest.raises(CorpusError, match=r"a file named for test missing \(as test.txt\): complete the source"):
        prepare("brackets", root, tmp_path / "out")


def test_a_file_of_no_split_beside_others(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"train.txt": ARTHUR, "more.txt": ARTHUR})
    with pytest.raises(CorpusError, match=r"more.txt: which split does it belong to\? beside train.txt .*: rename or"):
        prepare("brackets", root, tmp_path / "out")


def test_a_split_given_over_its_own(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"train.txt": ARTHUR})
    with pytest.raises(BadUsage, match=r"has its own split \(as train.txt\); leave out --split"):
        prepare(brackets.corpus(shares=(0.8, 0.1, 0.1)), root, tmp_path / "out")


@pytest.mark.parametrize("shares", ["0.5,0.5", "0.5,0.6,-0.1", "0.8,0.1,0.2", "nan,0.5,0.5"])
def test_shares_that_make_no_sense(shares: str) -> None:
    with pytest.raises(BadUsage) as raised:
        brackets.corpus(shares=tuple(map(float, shares.split(","))))
    assert str(raised.value) == (
        f"the split {shares} is not three shares that add up to 1; give train,dev,test as 0.8,0.1,0.1"
    )


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        ("", CorpusError, "trees:1: no tree in the file"),
        ("(S (NNP Arthur)", BracketError, "trees:1:1: the tree that begins here"),
        ("Arthur rides\n", BracketError, "trees:1:1: 'Arthur' outside any tree"),
    ],
)
def test_bad_files(tmp_path: Path, content: str, error: type[Exception], says: str) -> None:
    source = lay_out(tmp_path / "x", {"trees": content}) / "trees"
    with pytest.raises(error, match=says):
        prepare("brackets", source, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x"]


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="nowhere: no such file or folder; check the path"):
        prepare("brackets", tmp_path / "nowhere", tmp_path / "out")
    with pytest.raises(CorpusError, match=r"no bracketed files in it or below it; their names must end in .txt, .mrg"):
        prepare("brackets", lay_out(tmp_path / "x", {"a.pdf": ""}), tmp_path / "out")


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    says = f"{os.devnull}: not a regular file; it is read twice, so save it to a file first"
    with pytest.raises(CorpusError, match=says):
        prepare("brackets", os.devnull, tmp_path / "out")
    assert os.listdir(tmp_path) == []
