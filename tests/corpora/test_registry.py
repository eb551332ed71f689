"""The treebanks by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rightmost.corpora.registry import CORPORA, corpus_named
from rightmost.errors import BadUsage, CorpusError


def test_the_names_are_those_promised() -> None:
    promised = {"ptb", "ctb", "craft", "genia", "gum", "masc", "wsj-sample", "brackets"}
    assert set(CORPORA) == promised | {"gum-open"}


@pytest.mark.parametrize("name", CORPORA)
def test_a_corpus_by_its_name(name: str) -> None:
    assert corpus_named(name).name == name


def test_an_unknown_corpus_lists_the_known() -> None:
    with pytest.raises(BadUsage) as raised:
        corpus_named("grail")
    allowed = "ptb, ctb, craft, genia, gum, gum-open, masc, wsj-sample, brackets"
    assert str(raised.value) == f"unknown corpus 'grail'; allowed: {allowed}"


@pytest.mark.parametrize("name", sorted(set(CORPORA) - {"brackets"}))
def test_a_source_that_is_not_a_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(CorpusError, match="nowhere: no such folder"):
        corpus_named(name).find(tmp_path / "nowhere")
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match="file: a file, where the folder of the corpus was expected"):
        corpus_named(name).find(tmp_path / "file")
    assert os.listdir(tmp_path) == ["file"]
