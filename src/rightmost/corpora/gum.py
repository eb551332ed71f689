"""GUM, the Georgetown University Multilayer corpus: const/*.ptb, splits.md. Its trees are a parser's, not gold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from rightmost.corpora.corpus import SPLITS, Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.folders import checked_folder, descend, files_named, lines_of, root_with
from rightmost.corpora.normal_form import normal_form
from rightmost.errors import CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

#: GENTLE, genres that GUM does not have, is a fourth split.
ALL_SPLITS = (*SPLITS, "test2")
#: Genres whose texts are CC BY or CC BY-SA (GUM's LICENSE.txt); the rest may not be used commercially.
OPEN_GENRES = frozenset({"academic", "bio", "court", "interview", "news", "voyage"})

_HEADING = re.compile(r"#+\s*(\w+)")
_ITEM = re.compile(r"[*-]\s*(\w+)")


def find(source: Path) -> FoundDocuments:
    """The documents that splits.md lists, split by split."""
    return _find(source, lambda name: True)


def find_open(source: Path) -> FoundDocuments:
    """As `find`, the openly licensed genres alone."""
    return _find(source, lambda name: name.startswith("GUM_") and name.split("_")[1] in OPEN_GENRES)


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one document in normal form; None for those of Reddit, as published without their words."""
    for tree in read_trees(path):
        withheld = all(set(word) == {"_"} for word in tree.words)
        yield None if withheld else normal_form(tree, merge=True)


def _find(source: Path, wanted: Callable[[str], bool]) -> FoundDocuments:
    root = root_with(checked_folder(source), "const", "splits.md")
    if root is None:
        raise CorpusError(f"{source}: no `const` folder with splits.md beside it; give the top folder of a GUM release")
    files = {path.stem: path for path in files_named(descend(root, "const") or root, ".ptb")}
    lists = _listed(descend(root, "splits.md") or root)
    listed = [(split, name) for split in ALL_SPLITS for name in lists.get(split, ()) if wanted(name)]
    documents = [CorpusDocument(files[name], split) for split, name in listed if name in files]
    missing = [f"{name}.ptb" for _, name in listed if name not in files]
    what = f"{len(missing)} of {len(listed)} documents of splits.md"
    return FoundDocuments(tuple(documents), (lacking(what, missing),) if missing else ())


def _listed(path: Path) -> dict[str, list[str]]:
    """The documents under each heading of splits.md."""
    lists: dict[str, list[str]] = {}
    split = ""
    for line in lines_of(path):
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            split = heading[1].lower()
        elif item and split in ALL_SPLITS:
            lists.setdefault(split, []).append(item[1])
    absent = [split for split in SPLITS if split not in lists]
    if absent:
        expected = "expected `## train`, `## dev` and `## test`, each with `* DOCUMENT` lines"
        raise CorpusError(f"{path}:1: no documents listed for {', '.join(absent)}; {expected}")
    return lists


CORPUS = Corpus("gum", find, by_document(read), splits=ALL_SPLITS)
OPEN_CORPUS = Corpus("gum-open", find_open, by_document(read))
