"""MASC, the Manually Annotated Sub-Corpus: its Penn Treebank annotation, *.mrg, one document a file.

MASC comes without a split. Ours goes by the document's name alone, so that it stays the same however many documents
there are: a hash puts a tenth of them into test and a tenth into dev. The Wall Street Journal articles among them go
where `wsj-sample` puts them, so that no article is trained on in one corpus and tested on in the other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora import wsj_sample
from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, by_document
from rightmost.corpora.folders import checked_folder, files_below
from rightmost.corpora.normal_form import normal_form, without_backslashes
from rightmost.errors import CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

SPLICED = frozenset({"NML"})
#: Searched for, not meaningful: the first number under which the fifteen letters 110CYL067 to 114CUL057 fall as in an
#: older split of unknown rule. It does not tell where that split put any other document.
SALT = 9698
TENTHS = ("test", "dev", *["train"] * 8)

_JOURNAL = re.compile(r"wsj_(\d{4})", re.IGNORECASE)


def find(source: Path) -> FoundDocuments:
    """The documents, by name."""
    files = files_below(checked_folder(source), ".mrg")
    if not files:
        raise CorpusError(
            f"{source}: no .mrg files in it or below it; give the folder of MASC's Penn Treebank annotation"
        )
    return FoundDocuments(
        tuple(CorpusDocument(path, split_of(path.stem)) for path in sorted(files, key=lambda path: path.name))
    )


def split_of(name: str) -> str:
    """The split of the document `name`."""
    journal = _JOURNAL.match(name)
    if journal:
        return wsj_sample.split_of(int(journal[1]))
    return TENTHS[int(hashlib.sha256(f"{SALT}:{name}".encode()).hexdigest(), 16) % 10]


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one document in normal form, hyphens as MASC has them (partly split)."""
    for tree in read_trees(path):
        yield normal_form(tree, splice=SPLICED, merge=True, word=without_backslashes)


CORPUS = Corpus("masc", find, by_document(read))
