"""GENIA: XML, its own tags, lists of ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.samples import lay_out, prepared
from rightmost.corpora import genia
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError

ARTHUR = (
    '<cons cat="S"><cons cat="NP" id="i1" role="SBJ"><tok cat="NNP">Arthur</tok></cons> '
    '<cons cat="VP"><tok cat="VBZ">praises</tok> <cons cat="NP" ref="i1" null="NONE"></cons>'
    '<cons cat="NP"><cons cat="NP"><tok cat="PRPP">his</tok> <tok cat="NNS">knights</tok></cons></cons> '
    '<cons cat="PRN"><tok cat="LRB">(</tok><tok cat="LQT">``</tok><tok cat="JJ">shrubbery- loving</tok>'
    '<tok cat="RQT">\'\'</tok><tok cat="COMMA">,</tok><tok cat="WPP">whose</tok><tok cat="COLON">:</tok>'
    '<tok cat="RRB">)</tok></cons></cons><tok cat="PERIOD">.</tok></cons>'
)
ARTHUR_LINE = (
    "(TOP (S (NP (NNP Arthur)) (VP (VBZ praises) (NP (PRP$ his) (NNS knights)) "
    "(PRN (-LRB- -LRB-) (`` ``) (JJ shrubbery-loving) ('' '') (, ,) (WP$ whose) (: :) (-RRB- -RRB-))) (. .)))"
)
NI = '<cons cat="INTJ"><tok cat="UH">Ni</tok></cons>'
NI_LINE = "(TOP (INTJ (UH Ni)))"


def abstract(title: str, *sentences: str) -> str:
    body = "\n".join(f'<sentence id="S{n}">{text}</sentence>' for n, text in enumerate(sentences, start=2))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE Annotation>\n<Annotation><PMID>1</PMID>\n'
        f'<ArticleTitle><sentence id="S1">{title}</sentence></ArticleTitle>\n'
        f"<Abstract><AbstractText>{body}</AbstractText></Abstract></Annotation>\n"
    )


FILES = {
    "splits/train.pmids": "01967259\n",
    "splits/future_use.pmids": "10022435\n",
    "splits/dev.pmids": "00000013\n",
    "splits/test.pmids": "00000014\n",
    "GENIA_treebank_v1/1967259.xml": abstract(ARTHUR, NI),
    "GENIA_treebank_v1/10022435.xml": abstract(NI, '<cons cat="NP" null="T"></cons>'),
    "GENIA_treebank_v1/00000013.xml": abstract(NI),
    "GENIA_treebank_v1/14.xml": abstract(NI),
}


def test_normal_form_and_splits(tmp_path: Path) -> None:
    manifest = prepare("genia", lay_out(tmp_path / "genia", FILES), tmp_path / "out")
    assert prepared(tmp_path / "out", "train") == [NI_LINE, ARTHUR_LINE, NI_LINE]
    assert prepared(tmp_path / "out", "dev") == prepared(tmp_path / "out", "test") == [NI_LINE]
    assert manifest.skipped_trees == 1


@pytest.mark.parametrize("point", ["..", "", "GENIA_treebank_v1", "splits"])
def test_any_folder_near_will_do(tmp_path: Path, point: str) -> None:
    assert len(genia.find(lay_out(tmp_path / "genia", FILES) / point).documents) == 4


def test_missing_abstracts_are_named(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "genia", FILES)
    (root / "GENIA_treebank_v1" / "14.xml").unlink()
    with pytest.raises(CorpusError, match=r"1 of 4 abstracts of splits/\*.pmids missing \(14.xml\)"):
        prepare("genia", root, tmp_path / "out")


def test_without_the_lists(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "a" / "b" / "c" / "d", {"GENIA_treebank_v1/14.xml": abstract(NI)})
    with pytest.raises(CorpusError, match="put the four lists of McClosky's division of GENIA into `splits`"):
        genia.find(root)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", r"14.xml:1:1: not XML \(no element found\); fetch the file again"),
        (b"\x00\xff\x01", r"14.xml:1:1: not XML \(.*fetch the file again"),
        (abstract(NI)[:-20], r"14.xml:\d+:\d+: not XML \("),
        ("<a>\n<b></a>", r"14.xml:2:\d+: not XML \(mismatched tag\); fetch"),
        ("<Annotation></Annotation>", "14.xml:1: no tree in the file"),
    ],
)
def test_a_bad_file_is_named_and_nothing_is_written(tmp_path: Path, content: str | bytes, says: str) -> None:
    root = lay_out(tmp_path / "genia", FILES | {"GENIA_treebank_v1/14.xml": content})
    with pytest.raises(CorpusError, match=says):
        prepare("genia", root, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["genia"]


def test_deep_sentences_are_fine(tmp_path: Path) -> None:
    deep = '<cons cat="NP"><tok cat="DT">the</tok>' * 3000 + "</cons>" * 3000
    root = lay_out(tmp_path / "x", {"1.xml": abstract(deep)})
    (tree,) = genia.read(root / "1.xml")
    assert tree is not None
    assert len(tree.words) == 3000
