"""The Penn Treebank's Wall Street Journal, as in LDC99T42: parsed/mrg/wsj/NN/*.mrg."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.folders import checked_folder, descend, files_named, first_below
from rightmost.corpora.normal_form import first_of_alternatives, normal_form, without_backslashes
from rightmost.errors import CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

SECTIONS = {f"{number:02}": "train" for number in range(2, 22)} | {"22": "dev", "23": "test"}
COUNTS = {"train": 39_832, "dev": 1_700, "test": 2_416}
PATHS = ("", "wsj", "mrg/wsj", "parsed/mrg/wsj")


def find(source: Path) -> FoundDocuments:
    """The files of sections 02 to 23, by section and name."""
    folder = first_below(checked_folder(source), PATHS, _has_sections)
    if folder is None:
        raise CorpusError(
            f"{source}: no section folders 02 to 23 with .mrg files in it, nor in parsed/mrg/wsj below it; "
            "give the top folder of LDC99T42 (the combined trees, `parsed/mrg`, not `tagged` or `parsed/prd`)"
        )
    documents: list[CorpusDocument] = []
    missing: list[str] = []
    for section, split in SECTIONS.items():
        below = descend(folder, section)
        files = files_named(below, ".mrg") if below is not None else []
        documents.extend(CorpusDocument(path, split) for path in files)
        if not files:
            missing.append(section)
    return FoundDocuments(tuple(documents), (lacking("sections", missing, show=len(SECTIONS)),) if missing else ())


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one file in normal form. A node right under its namesake stays, as in all published figures."""
    for tree in read_trees(path):
        yield normal_form(first_of_alternatives(tree), word=without_backslashes)


def _has_sections(folder: Path) -> bool:
    sections = [descend(folder, section) for section in SECTIONS]
    return any(section is not None and files_named(section, ".mrg") for section in sections)


CORPUS = Corpus("ptb", find, by_document(read), COUNTS)
