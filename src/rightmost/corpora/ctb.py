"""The Chinese Treebank 5.1 (LDC2005T01): bracketed/chtb_NNN.fid, in GBK, trees inside <S ID=...>."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from rightmost.corpora.corpus import Corpus, CorpusDocument, FoundDocuments, by_document
from rightmost.corpora.folders import checked_folder, files_named, first_below
from rightmost.corpora.normal_form import normal_form
from rightmost.errors import CorpusError, UnreadableFile
from rightmost.files import named_text
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

#: The split of the constituency literature (Petrov and Klein 2007; Liu and Zhang 2017). Not every number has a file.
NUMBERS = (
    dict.fromkeys(chain(range(1, 271), range(440, 1152)), "train")
    | dict.fromkeys(range(301, 326), "dev")
    | dict.fromkeys(range(271, 301), "test")
)
COUNTS = {"train": 17_544, "dev": 352, "test": 348}
PATHS = ("", "bracketed", "data/bracketed", "data")

_FILE = re.compile(r"chtb_(\d{3,4})\.fid", re.IGNORECASE)
_SENTENCE = re.compile(r"(?si)<S\b[^<>]*>(.*?)(?:</S\s*>|\Z)")  # one cut off must not go unnoticed
_NOT_A_LINE_END = re.compile(r"[^\n]")


def find(source: Path) -> FoundDocuments:
    """The files of the three splits, by number."""
    folder = first_below(checked_folder(source), PATHS, lambda path: bool(_numbered(path)))
    if folder is None:
        raise CorpusError(
            f"{source}: no chtb_NNN.fid in it, nor in a `bracketed` folder below it; "
            "give the top folder of the Chinese Treebank 5.1"
        )
    files = _numbered(folder)
    documents = [CorpusDocument(files[number], split) for number, split in sorted(NUMBERS.items()) if number in files]
    empty = [split for split in COUNTS if split not in {document.split for document in documents}]
    return FoundDocuments(tuple(documents), tuple(f"every file of {split} missing" for split in empty))


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one file in normal form."""
    for tree in read_trees(named_text(_sentences_alone(_decoded(path)), str(path))):
        yield normal_form(tree)


def _numbered(folder: Path) -> dict[int, Path]:
    matches = [(path, _FILE.fullmatch(path.name)) for path in files_named(folder, ".fid")]
    return {int(match[1]): path for path, match in matches if match is not None}


def _decoded(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read ({error.strerror or error})") from None
    try:
        return raw.decode("utf-8-sig")  # copies often are; GBK Chinese is never valid UTF-8 by accident
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("gb18030")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        what = f"byte {raw[error.start]:#04x} is neither GBK nor UTF-8"
        raise UnreadableFile(f"{path}:{line}: {what}; copy the file again from the distribution") from None


def _sentences_alone(text: str) -> str:
    """The text with all but the insides of <S ...> elements blanked, so that lines and columns stay true."""
    pieces: list[str] = []
    end = 0
    for match in _SENTENCE.finditer(text):
        pieces += [_NOT_A_LINE_END.sub(" ", text[end : match.start(1)]), match[1]]
        end = match.end(1)
    return "".join(pieces)


CORPUS = Corpus("ctb", find, by_document(read), COUNTS)
