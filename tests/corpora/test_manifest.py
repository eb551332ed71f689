"""The manifest as it is written."""

from __future__ import annotations

import sys

import pytest

import rightmost
from rightmost.corpora.manifest import Manifest, SplitFile, installed_version

CAMELOT = Manifest(
    corpus="camelot",
    rightmost="0.1.0",
    source_files=2,
    skipped_trees=1,
    warnings=("1 of 3 documents missing (König.mrg)", "dev is empty"),
    splits={"train": SplitFile("train.txt", trees=1, words=6, sha256="a1"), "dev": SplitFile("dev.txt", 0, 0, "e3")},
)
WRITTEN = """\
{
  "corpus": "camelot",
  "rightmost": "0.1.0",
  "source_files": 2,
  "skipped_trees": 1,
  "warnings": [
    "1 of 3 documents missing (König.mrg)",
    "dev is empty"
  ],
  "splits": {
    "train": {
      "file": "train.txt",
      "trees": 1,
      "words": 6,
      "sha256": "a1"
    },
    "dev": {
      "file": "dev.txt",
      "trees": 0,
      "words": 0,
      "sha256": "e3"
    }
  }
}
"""


def test_its_text() -> None:
    assert CAMELOT.to_json() == WRITTEN


def test_the_version_that_is_running(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_version() == rightmost.__version__
    monkeypatch.setattr(sys, "path", [])
    assert installed_version() == "unknown"
