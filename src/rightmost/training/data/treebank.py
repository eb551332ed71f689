"""The trees a run learns from and is measured on."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat, zip_longest
from pathlib import Path

from rightmost.errors import CorpusError
from rightmost.files import sha256_of
from rightmost.model.vocabulary import Vocabulary
from rightmost.training.data.noise import noisy
from rightmost.training.training_config import CorpusConfig, DataConfig
from rightmost.trees.brackets import read_trees
from rightmost.trees.normalise import without_wrapper
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse

logger = logging.getLogger(__name__)

SHOWN = 5  # labels named in a warning


@dataclass(frozen=True)
class Treebank:
    """The trees of one file."""

    path: str
    trees: tuple[Tree, ...]
    sha256: str
    weight: float = 1.0
    style: str | None = None
    followed: Treebank | None = None  # of the same sentences: the states learnt from are those on the way to its trees

    @classmethod
    def of(cls, corpus: CorpusConfig) -> Treebank:
        """The trees to learn from, with the corpus's noise."""
        clean = cls.read(corpus.path)
        trees = tuple([without_wrapper(noisy(tree, corpus.noise)) for tree in clean.trees])
        followed = None if corpus.followed is None else cls.read(corpus.followed)._with_leaves_of(clean)
        return replace(clean, trees=trees, weight=corpus.weight, style=corpus.style, followed=followed)

    def _with_leaves_of(self, gold: Treebank) -> Treebank:
        """The same brackets over the gold trees' leaves: tags that are never learnt need not be known."""
        if len(self.trees) != len(gold.trees):
            sizes = f"{_counted(len(self.trees), 'tree')}, and {gold.path} has {len(gold.trees):,}"
            raise CorpusError(f"{self.path}: {sizes}; one is followed for each of those")
        trees = []
        for number, (tree, other) in enumerate(zip(self.trees, gold.trees), start=1):
            if tree.words != other.words:
                place, (word, wanted) = next(
                    (place, pair)
                    for place, pair in enumerate(zip_longest(tree.words, other.words, fillvalue=""), start=1)
                    if pair[0] != pair[1]
                )
                what = f"tree {number}, word {place} is {word!r}"
                raise CorpusError(f"{self.path}: {what}, and {wanted!r} in {gold.path}")
            trees.append(tree.with_leaves(other.leaves))
        return replace(self, trees=tuple(trees))

    @property
    def pairs(self) -> list[tuple[Tree, Tree | None]]:
        """Each tree, and the one that is followed, if not itself."""
        return list(zip(self.trees, repeat(None) if self.followed is None else self.followed.trees))

    @classmethod
    def read(cls, path: str) -> Treebank:
        """The trees of `path`, which must hold at least one."""
        trees = tuple(map(without_wrapper, read_trees(path)))  # a root that must stay is always TOP
        if not trees:
            raise CorpusError(f"{path}: no trees in it; expected one a line, as (S (NP (NNP Arthur)) (VP (VBZ is)))")
        return cls(path, trees, sha256_of(Path(path)))


@dataclass(frozen=True)
class Treebanks:
    """All the trees of a run."""

    train: tuple[Treebank, ...]
    dev: tuple[Treebank, ...]
    test: tuple[Treebank, ...]

    @classmethod
    def read(cls, config: DataConfig) -> Treebanks:
        """The trees of the files that `config` names."""
        return cls(
            train=tuple(map(Treebank.of, config.train)),
            dev=tuple(map(Treebank.read, config.dev)),
            test=tuple(map(Treebank.read, config.test)),
        )

    @property
    def train_trees(self) -> list[Tree]:
        """The trees to learn from, corpus after corpus."""
        return [tree for treebank in self.train for tree in treebank.trees]

    @property
    def known_trees(self) -> list[Tree]:
        """Those, and the ones that are followed: all whose labels a model must know."""
        followed = [tree for treebank in self.train if treebank.followed for tree in treebank.followed.trees]
        return [*self.train_trees, *followed]

    def checksums(self) -> dict[str, str]:
        """What the files held, so that a resumed run can tell if they have changed."""
        followed = [treebank.followed for treebank in self.train if treebank.followed]
        return {treebank.path: treebank.sha256 for treebank in (*self.train, *followed, *self.dev)}


def warn_of_unknown_labels(treebanks: Iterable[Treebank], vocabulary: Vocabulary) -> None:
    """Warns once a file of labels that the model can never predict."""
    known = frozenset(vocabulary.labels)
    for treebank in treebanks:
        unknown = [sorted(_labels(tree) - known, key=str) for tree in treebank.trees]
        names = list(dict.fromkeys(str(label) for labels in unknown for label in labels))
        if names:
            sentences = sum(bool(labels) for labels in unknown)
            logger.warning(
                "%s: %s never seen in training (%s), in %s of %s: scored as wrong",
                treebank.path,
                _counted(len(names), "label"),
                _some(names),
                _counted(sentences, "sentence"),
                f"{len(treebank.trees):,}",
            )


def _labels(tree: Tree) -> set[str]:
    return {item for item, _ in collapse(tree).flat if not isinstance(item, Leaf)}


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:SHOWN], *(["..."] if len(names) > SHOWN else [])])


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
