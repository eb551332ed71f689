"""CRAFT, the Colorado Richly Annotated Full-Text corpus: structural-annotation/treebank/penn/*.tree, articles/ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora.corpus import SPLITS, Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.folders import checked_folder, descend, files_named, lines_of, root_with
from rightmost.corpora.normal_form import normal_form
from rightmost.errors import CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

TREES = "structural-annotation/treebank/penn"
IDS = {split: f"articles/ids/craft-ids-{split}.txt" for split in SPLITS}

#: Places in an article, not phrases; and the flat inside of noun phrases, which the Penn Treebank does not mark.
SPLICED = frozenset({"TITLE", "HEADING", "CAPTION", "CIT", "NML"})


def find(source: Path) -> FoundDocuments:
    """The articles of the id lists, in the lists' order."""
    root = root_with(checked_folder(source), TREES, *IDS.values())
    if root is None:
        raise CorpusError(
            f"{source}: no {TREES} with {IDS['train']}, -dev and -test beside it; "
            "give the top folder of a CRAFT release (v4 or later)"
        )
    files = {path.stem: path for path in files_named(descend(root, TREES) or root, ".tree")}
    listed = [(split, name) for split, path in IDS.items() for name in lines_of(descend(root, path) or root)]
    documents = [CorpusDocument(files[name], split) for split, name in listed if name in files]
    missing = [f"{name}.tree" for _, name in listed if name not in files]
    what = f"{len(missing)} of {len(listed)} articles of articles/ids"
    return FoundDocuments(tuple(documents), (lacking(what, missing),) if missing else ())


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one article in normal form, hyphens split as CRAFT splits them."""
    for tree in read_trees(path):
        yield normal_form(tree, splice=SPLICED, merge=True, word=_word)


def _word(word: str) -> str:
    return word.strip() or word  # list marks in captions begin with a no-break space


CORPUS = Corpus("craft", find, by_document(read))
