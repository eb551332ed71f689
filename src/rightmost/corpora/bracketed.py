"""Any bracketed trees: a file or a folder of files, with their own split or a random one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from rightmost.corpora.corpus import SPLITS, Corpus, CorpusDocument, FoundDocuments, Placed, by_document, no_trees
from rightmost.corpora.folders import files_below, kind_of
from rightmost.corpora.normal_form import normal_form
from rightmost.errors import BadUsage, CorpusError
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

SHARES = (0.9, 0.05, 0.05)
SUFFIXES = (".txt", ".mrg", ".ptb", ".tree", ".trees", ".penn", ".psd", ".parse", ".bracket", ".brackets", ".clean")
UNPLACED = ""  # the split of a file whose trees are yet to be dealt out


def corpus(*, shares: tuple[float, ...] | None = None, seed: int = 0) -> Corpus:
    """Bracketed files, dealt out in `shares` of train, dev and test unless their names tell where they belong."""
    if shares is not None and (len(shares) != 3 or min(shares) < 0 or not abs(sum(shares) - 1) < 1e-6):
        given = ",".join(f"{share:g}" for share in shares)
        raise BadUsage(f"the split {given} is not three shares that add up to 1; give train,dev,test as 0.8,0.1,0.1")
    find_here: Callable[[Path], FoundDocuments] = partial(find, split_given=shares is not None)
    return Corpus("brackets", find_here, partial(trees, shares=shares or SHARES, seed=seed))


def find(source: Path, *, split_given: bool = False) -> FoundDocuments:
    """The one file, or the folder's files by name, with their splits where the names tell them (as `train.txt`)."""
    kind = kind_of(source)
    if kind == "file":
        return FoundDocuments((CorpusDocument(source, UNPLACED),))
    if kind == "nothing":
        raise CorpusError(f"{source}: no such file or folder; check the path")
    files = [path for suffix in SUFFIXES for path in files_below(source, suffix)]
    if not files:
        raise CorpusError(
            f"{source}: no bracketed files in it or below it; their names must end in {', '.join(SUFFIXES)}"
        )
    named = [CorpusDocument(path, _split_in(path.name)) for path in sorted(files)]
    placed = [document for document in named if document.split]
    if not placed:
        return FoundDocuments(tuple(named))
    if split_given:
        raise BadUsage(
            f"{source}: has its own split (as {placed[0].path.name}); leave out --split, or give a single file"
        )
    odd = next((document.path for document in named if not document.split), None)
    if odd is not None:
        what = f"beside {placed[0].path.name} there must be only files named for train, dev or test"
        raise CorpusError(f"{odd}: which split does it belong to? {what}: rename or move it")
    absent = [split for split in SPLITS if split not in {document.split for document in placed}]
    return FoundDocuments(
        tuple(placed), tuple(f"a file named for {split} missing (as {split}.txt)" for split in absent)
    )


def trees(found: FoundDocuments, *, shares: tuple[float, ...], seed: int) -> Iterator[Placed]:
    """The trees of `found`, each in its file's split, or dealt out at random: the same way for the same seed."""
    if all(document.split for document in found.documents):
        yield from by_document(read)(found)
        return
    paths = [document.path for document in found.documents]
    for path in paths:
        if not path.is_file():  # a pipe can be read only once
            raise CorpusError(f"{path}: not a regular file; it is read twice, so save it to a file first")
    kept = sum(_kept(path) for path in paths)  # exact shares need the number of trees first, hence two readings
    dealt = iter(deal(kept, shares=shares, seed=seed))
    for path in paths:
        for tree in read(path):
            yield Placed("train" if tree is None else next(dealt), tree)


def read(path: Path) -> Iterator[Tree | None]:
    """The trees of one file in normal form."""
    return map(normal_form, read_trees(path))


def deal(count: int, *, shares: tuple[float, ...], seed: int) -> list[str]:
    """A split for each of `count` trees: exact shares, in random order; a share that is not nought gets at least one.

    >>> sorted(deal(4, shares=(0.5, 0.25, 0.25), seed=1))
    ['dev', 'test', 'train', 'train']
    """
    train, dev = shares[:2]
    first, second = round(count * train), round(count * (train + dev))
    sizes = [first, second - first, count - second]
    if count >= len(SPLITS):
        for place, share in enumerate(shares):
            if share > 0 and not sizes[place]:
                sizes[sizes.index(max(sizes))] -= 1
                sizes[place] = 1
    splits = [split for split, size in zip(SPLITS, sizes, strict=True) for _ in range(size)]
    random.Random(seed).shuffle(splits)
    return splits


def _kept(path: Path) -> int:
    flags = [tree is not None for tree in read(path)]
    if not flags:
        raise no_trees(path)
    return sum(flags)


def _split_in(name: str) -> str:
    return next((part for part in name.lower().split(".") if part in SPLITS), UNPLACED)


CORPUS = corpus()
