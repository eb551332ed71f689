"""The Wall Street Journal sample: 199 articles."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.samples import ARTHUR, KNIGHTS, KNIGHTS_LINE, lay_out, prepared
from rightmost.corpora import wsj_sample
from rightmost.corpora.prepare import prepare
from rightmost.errors import CorpusError

FILES = {f"combined/wsj_{number:04}.mrg": ARTHUR for number in range(1, 200)} | {"combined/wsj_0099.mrg": KNIGHTS}


@pytest.mark.parametrize("point", ["..", "", "combined"])
def test_splits(tmp_path: Path, point: str) -> None:
    root = lay_out(tmp_path / "treebank", FILES)
    manifest = prepare("wsj-sample", root / point, tmp_path / "out")
    assert [file.trees for file in manifest.splits.values()] == [161, 19, 19]
    assert prepared(tmp_path / "out", "dev")[-1] == KNIGHTS_LINE


def test_missing_articles_are_named(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "x", {"wsj_0001.mrg": ARTHUR, "wsj_0200.mrg": ARTHUR})
    says = r"198 of 199 articles missing \(wsj_0002.mrg, wsj_0003.mrg, wsj_0004.mrg, ...\)"
    with pytest.raises(CorpusError, match=says):
        prepare("wsj-sample", root, tmp_path / "out")
    assert prepare("wsj-sample", root, tmp_path / "out", incomplete=True).source_files == 1


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no wsj_0001.mrg to wsj_0199.mrg in it"):
        wsj_sample.find(lay_out(tmp_path / "x", {"a.mrg": ARTHUR}))
