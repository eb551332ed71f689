"""The Camelot treebank: camelot/*.tree, a file for each split."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora.corpus import SPLITS, Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.normal_form import normal_form
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree


def find(source: Path) -> FoundDocuments:
    """The file of each split."""
    files = {split: source / f"{split}.tree" for split in SPLITS}
    missing = [path.name for path in files.values() if not path.exists()]
    documents = [CorpusDocument(path, split) for split, path in files.items() if path.exists()]
    return FoundDocuments(tuple(documents), (lacking("files", missing),) if missing else ())


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one file in normal form."""
    for tree in read_trees(path):
        yield normal_form(tree)


CORPUS = Corpus("camelot", find, by_document(read))
