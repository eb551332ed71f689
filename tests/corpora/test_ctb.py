"""The Chinese Treebank: GBK, markup, numbers, counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpora.samples import lay_out, prepared
from rightmost.corpora import ctb
from rightmost.corpora.prepare import prepare
from rightmost.errors import BracketError, CorpusError, UnreadableFile

TREE = "( (IP-HLN (NP-SBJ (NR 亚瑟)) (VP (VC 是) (NP-PRD (NN 国王)))) )"
LINE = "(TOP (IP (NP (NR 亚瑟)) (VP (VC 是) (NP (NN 国王)))))"
TWO_ROOTS = "( (NP (NN 骑士)) (PU 。) )"
SMALL = replace(ctb.CORPUS, counts={"train": 3, "dev": 1, "test": 2})


def document(*sentences: str) -> bytes:
    body = "".join(f"<S ID={number}>\n{tree}\n</S>\n" for number, tree in enumerate(sentences, start=1))
    header = "<DOC>\n<DOCID> CAMELOT </DOCID>\n<HEADER>\n圆桌 (非树\n</HEADER>\n<BODY>\n<HEADLINE>\n"
    return f"{header}{body}</HEADLINE>\n</BODY>\n</DOC>\n".encode("gbk")


def treebank(tmp_path: Path) -> Path:
    files = {
        "chtb_001.fid": document(TREE),
        "chtb_270.fid": document(TREE),
        "chtb_271.fid": document(TREE, TWO_ROOTS),
        "chtb_301.fid": document(TREE),
        "chtb_326.fid": document(TREE),  # in no split
        "chtb_1151.fid": document(TREE),
        "README.txt": b"not a tree",
    }
    return lay_out(tmp_path / "ctb", {f"bracketed/{name}": content for name, content in files.items()})


def test_published_split_and_counts() -> None:
    assert ctb.CORPUS.counts == {"train": 17544, "dev": 352, "test": 348}
    splits = [ctb.NUMBERS.get(number) for number in (1, 270, 271, 300, 301, 325, 326, 439, 440, 1151, 1152)]
    assert splits == ["train", "train", "test", "test", "dev", "dev", None, None, "train", "train", None]


def test_gbk_and_markup(tmp_path: Path) -> None:
    manifest = prepare(SMALL, treebank(tmp_path), tmp_path / "out")
    assert manifest.warnings == ()
    assert prepared(tmp_path / "out", "train") == [LINE] * 3
    assert prepared(tmp_path / "out", "dev") == [LINE]
    assert prepared(tmp_path / "out", "test") == [LINE, "(TOP (NP (NN 骑士)) (PU 。))"]


@pytest.mark.parametrize("point", ["", "bracketed", ".."])
def test_any_folder_near_will_do(tmp_path: Path, point: str) -> None:
    assert len(ctb.find(treebank(tmp_path) / point).documents) == 5


def test_utf8_copies_are_recognised(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"chtb_001.fid": document(TREE).decode("gbk")})
    (tree,) = ctb.read(root / "chtb_001.fid")
    assert tree is not None
    assert tree.words == ("亚瑟", "是", "国王")


def test_wrong_counts(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="train holds 3 trees, 17,544 expected; dev holds 1 trees, 352 expected"):
        prepare("ctb", treebank(tmp_path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_split_without_files(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "ctb", {"chtb_001.fid": document(TREE)})
    with pytest.raises(CorpusError, match="every file of dev missing; every file of test missing: complete"):
        prepare("ctb", root, tmp_path / "out")


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no chtb_NNN.fid in it.*Chinese Treebank 5.1"):
        ctb.find(lay_out(tmp_path / "x", {"wsj_0001.mrg": TREE}))


def test_bytes_in_no_encoding_give_the_line(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"chtb_001.fid": document(TREE) + b"\xff\xff\n"})
    message = r"chtb_001.fid:14: byte 0xff is neither GBK nor UTF-8; copy the file again from the distribution$"
    with pytest.raises(UnreadableFile, match=message):
        list(ctb.read(root / "chtb_001.fid"))


def test_unbalanced_brackets_give_their_own_line(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"chtb_001.fid": document(TREE, TREE[:-1] + "))")})
    with pytest.raises(BracketError, match=r"chtb_001.fid:12:\d+: a '\)' without its"):
        list(ctb.read(root / "chtb_001.fid"))


def test_a_sentence_cut_off_is_noticed(tmp_path: Path) -> None:
    cut = document(TREE).decode("gbk").partition("(NN")[0].encode("gbk")
    root = lay_out(tmp_path / "x", {"chtb_001.fid": cut})
    with pytest.raises(BracketError, match=r"chtb_001.fid:\d+:\d+: the tree that begins here"):
        list(ctb.read(root / "chtb_001.fid"))


def test_a_file_without_sentences(tmp_path: Path) -> None:
    root = treebank(tmp_path)
    lay_out(root, {"bracketed/chtb_001.fid": "<DOC>\n</DOC>\n"})
    with pytest.raises(CorpusError, match=r"chtb_001.fid:1: no tree in the file"):
        prepare(SMALL, root, tmp_path / "out")
