"""The GENIA treebank: GENIA_treebank_v1/*.xml, one abstract a file, with lists of PubMed ids as splits."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, by_document, lacking
from rightmost.corpora.folders import checked_folder, descend, files_named, lines_of, root_with
from rightmost.corpora.normal_form import normal_form
from rightmost.errors import CorpusError, UnreadableFile
from rightmost.trees.tree import Leaf, Tree

TREES = "GENIA_treebank_v1"
#: The list set aside for future use has been training data since.
LISTS = {"train.pmids": "train", "future_use.pmids": "train", "dev.pmids": "dev", "test.pmids": "test"}

#: What XML names could not hold, in the Penn Treebank's spelling.
TAGS = {
    "PERIOD": ".",
    "COMMA": ",",
    "COLON": ":",
    "LRB": "-LRB-",
    "RRB": "-RRB-",
    "LQT": "``",
    "RQT": "''",
    "PRPP": "PRP$",
    "WPP": "WP$",
}


def find(source: Path) -> FoundDocuments:
    """The abstracts of the id lists, by file name."""
    root = root_with(checked_folder(source), TREES, *(f"splits/{name}" for name in LISTS))
    if root is None:
        raise CorpusError(
            f"{source}: no {TREES} with splits/train.pmids, future_use.pmids, dev.pmids and test.pmids beside it; "
            "put the four lists of McClosky's division of GENIA into `splits` next to the unpacked treebank"
        )
    files = {_number(path.stem): path for path in files_named(descend(root, TREES) or root, ".xml")}
    splits = {
        _number(name): split
        for path, split in LISTS.items()
        for name in lines_of(descend(root, f"splits/{path}") or root)
    }
    documents = [CorpusDocument(path, splits[number]) for number, path in files.items() if number in splits]
    missing = [f"{number}.xml" for number in splits if number not in files]
    what = f"{len(missing)} of {len(splits)} abstracts of splits/*.pmids"
    return FoundDocuments(tuple(documents), (lacking(what, missing),) if missing else ())


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one abstract, title first, in normal form."""
    try:
        with path.open("rb") as stream:
            for tree in _sentences(ElementTree.iterparse(stream, events=("start", "end"))):
                yield None if tree is None else normal_form(tree, merge=True)
    except ElementTree.ParseError as error:
        line, column = error.position
        what = str(error).partition(": line ")[0]
        raise CorpusError(f"{path}:{line}:{column + 1}: not XML ({what}); fetch the file again") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read ({error.strerror or error})") from None


def _sentences(events: Iterator[tuple[str, ElementTree.Element]]) -> Iterator[Tree | None]:
    """A tree a sentence, as published; None for one without words. (An element's text is whole only at its end.)"""
    open_nodes: list[list[Tree | Leaf]] = []
    for event, element in events:
        if event == "start":
            if element.tag in ("sentence", "cons"):
                open_nodes.append([])
        elif element.tag == "tok":
            word = "".join("".join(element.itertext()).split())  # a few were broken at a hyphen: `gamma- induced`
            if word and open_nodes:  # outside a sentence there is no tree to put it in
                open_nodes[-1].append(Leaf(word, _tag(element)))
        elif element.tag == "cons":
            children = open_nodes.pop()
            if children and open_nodes:  # an empty one is a trace: null="T", "NONE", ...
                open_nodes[-1].append(Tree(element.get("cat", "X"), children))
        elif element.tag == "sentence":
            children = open_nodes.pop()
            yield Tree("", children) if children else None
            element.clear()


def _tag(element: ElementTree.Element) -> str:
    cat = element.get("cat", "XX")
    return TAGS.get(cat, cat)


def _number(name: str) -> str:
    return name.lstrip("0")  # the lists pad ids to eight digits, file names may not


CORPUS = Corpus("genia", find, by_document(read))
