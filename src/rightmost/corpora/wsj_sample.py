"""The Wall Street Journal sample that nltk distributes: treebank/combined/wsj_0001.mrg to wsj_0199.mrg."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.folders import checked_folder, files_named, first_below
from rightmost.corpora.normal_form import first_of_alternatives, normal_form, without_backslashes
from rightmost.errors import CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

NUMBERS = range(1, 200)
DEV = range(81, 100)
TEST = range(181, 200)
PATHS = ("", "combined", "treebank/combined", "corpora/treebank/combined")

_FILE = re.compile(r"wsj_(\d{4})\.mrg", re.IGNORECASE)


def split_of(number: int) -> str:
    """The split of article `number`: the last fifth of each of the two sections is held out.

    >>> split_of(1), split_of(81), split_of(199)
    ('train', 'dev', 'test')
    """
    return "dev" if number in DEV else "test" if number in TEST else "train"


def find(source: Path) -> FoundDocuments:
    """The articles, by number."""
    folder = first_below(checked_folder(source), PATHS, lambda path: bool(_numbered(path)))
    if folder is None:
        raise CorpusError(
            f"{source}: no wsj_0001.mrg to wsj_0199.mrg in it, nor in treebank/combined below it; "
            'give the folder that nltk.download("treebank") unpacks'
        )
    files = _numbered(folder)
    missing = [f"wsj_{number:04}.mrg" for number in NUMBERS if number not in files]
    what = f"{len(missing)} of {len(NUMBERS)} articles"
    documents = [CorpusDocument(path, split_of(number)) for number, path in sorted(files.items())]
    return FoundDocuments(tuple(documents), (lacking(what, missing),) if missing else ())


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one article in normal form."""
    for tree in read_trees(path):
        yield normal_form(first_of_alternatives(tree), merge=True, word=without_backslashes)


def _numbered(folder: Path) -> dict[int, Path]:
    matches = [(path, _FILE.fullmatch(path.name)) for path in files_named(folder, ".mrg")]
    files = {int(match[1]): path for path, match in matches if match is not None}
    return {number: path for number, path in files.items() if number in NUMBERS}


CORPUS = Corpus("wsj-sample", find, by_document(read))
