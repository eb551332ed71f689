"""MASC: a split by name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from corpora.samples import ARTHUR, ARTHUR_LINE, KNIGHTS, KNIGHTS_LINE, lay_out, prepared
from rightmost.corpora import masc
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError


def test_normal_form_and_subfolders(tmp_path: Path) -> None:
    files = {"letters/110CYL068.mrg": ARTHUR, "110CYL067.mrg": KNIGHTS, "x/110CYL069.mrg": r"( (NP (NML (CD 1\/2))))"}
    manifest = prepare("masc", lay_out(tmp_path / "masc", files), tmp_path / "out")
    assert prepared(tmp_path / "out", "train") == [ARTHUR_LINE]
    assert prepared(tmp_path / "out", "test") == [KNIGHTS_LINE]
    assert prepared(tmp_path / "out", "dev") == ["(TOP (NP (CD 1/2)))"]
    assert manifest.warnings == ()


def test_about_a_tenth_is_held_out_each() -> None:
    counts = Counter(masc.split_of(f"letter{number}") for number in range(2000))
    assert all(abs(counts[split] - 200) < 60 for split in ("dev", "test"))


def test_journal_articles_go_where_the_sample_puts_them() -> None:
    names = ("wsj_0006", "wsj_0090", "wsj_0189", "wsj_2465")
    assert [masc.split_of(name) for name in names] == ["train", "dev", "test", "train"]


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no .mrg files in it or below it"):
        masc.find(lay_out(tmp_path / "x", {"a.txt": ARTHUR}))
