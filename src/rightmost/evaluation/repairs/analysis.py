"""The errors of a whole file of predicted trees, counted by category."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rightmost.errors import MismatchedTrees
from rightmost.evaluation.bracketed_sentence import BracketedSentence, sentence_of
from rightmost.evaluation.gold_tags import full_leaves, with_gold_tags
from rightmost.evaluation.parameters import COLLINS
from rightmost.evaluation.repairs.category import UNSET, Category
from rightmost.evaluation.repairs.repair import Repair, repairs_of
from rightmost.trees.tree import Leaf, Tree


class Count(NamedTuple):
    """How many errors, and how many brackets are attributed to them."""

    errors: int
    brackets: int


@dataclass(frozen=True, slots=True)
class Error:
    """One repair in its sentence."""

    #: The sentence's number in the file, from 1.
    number: int
    repair: Repair
    #: All the words of the gold tree, and which of them evalb counts.
    words: tuple[str, ...] = field(repr=False)
    counted: tuple[int, ...] = field(repr=False)

    def words_at(self, left: int, right: int) -> range:
        """Where the counted words `[left, right)` stand among all the words, punctuation between them included."""
        return range(self.counted[left], self.counted[right - 1] + 1)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found in a file: its errors in their order, and which sentences could not be compared."""

    sentences: int
    errors: tuple[Error, ...] = field(repr=False)
    #: The numbers of the sentences without a predicted tree.
    skipped: tuple[int, ...] = ()
    #: The numbers of the sentences whose words evalb does not line up, because their tags differ.
    tagged_apart: tuple[int, ...] = ()

    @property
    def compared(self) -> int:
        return self.sentences - len(self.skipped) - len(self.tagged_apart)

    @property
    def total(self) -> Count:
        """All errors and all brackets: as many as evalb finds missing and extra."""
        return Count(len(self.errors), sum(error.repair.brackets for error in self.errors))

    @property
    def unset(self) -> float:
        """The percentage of errors that no category fits."""
        unset = sum(error.repair.category in UNSET for error in self.errors)
        return 100.0 * unset / len(self.errors) if self.errors else 0.0

    def counts(self) -> dict[Category, Count]:
        """Errors and brackets of each category, in the order of `Category`."""
        brackets: dict[Category, list[int]] = {category: [] for category in Category}
        for error in self.errors:
            brackets[error.repair.category].append(error.repair.brackets)
        return {category: Count(len(each), sum(each)) for category, each in brackets.items()}


def analyse(
    gold_trees: Iterable[Tree | None], predicted_trees: Iterable[Tree | None], *, gold_tags: bool = False
) -> Analysis:
    """The errors of the predicted trees, by category. None stands for a missing tree.

    Brackets count as in `evaluate` without parameters. `gold_tags` first puts the gold tags into the predicted trees;
    without it a sentence whose punctuation is tagged differently is left out, as evalb does.
    """
    golds, predictions = list(gold_trees), list(predicted_trees)
    if len(golds) != len(predictions):
        counts = f"{len(golds)} gold trees, but {len(predictions)} predicted"
        raise MismatchedTrees(f"{counts}: give one predicted tree, or None, for each gold tree")
    errors: list[Error] = []
    skipped: list[int] = []
    tagged_apart: list[int] = []
    for number, (gold, predicted) in enumerate(zip(golds, predictions), start=1):
        if gold_tags:
            predicted = with_gold_tags(gold, predicted)
        one, other = sentence_of(gold, COLLINS), sentence_of(predicted, COLLINS)
        if not other.words:
            skipped.append(number)
        elif one.words == other.words:
            errors.extend(_errors(number, gold, sentences=(one, other)))
        else:
            _check_words(number, full_leaves(gold), predicted=full_leaves(predicted))
            tagged_apart.append(number)
    return Analysis(len(golds), tuple(errors), tuple(skipped), tuple(tagged_apart))


def _errors(
    number: int, gold: Tree | None, *, sentences: tuple[BracketedSentence, BracketedSentence]
) -> Iterator[Error]:
    repairs = repairs_of(*sentences)
    if not repairs:
        return
    leaves = full_leaves(gold)
    counted = tuple([place for place, leaf in enumerate(leaves) if leaf.tag not in COLLINS.deleted_labels])
    words = tuple([leaf.word for leaf in leaves])
    for repair in repairs:
        yield Error(number, repair, words, counted)


def _check_words(number: int, gold: Sequence[Leaf], *, predicted: Sequence[Leaf]) -> None:
    """Raises if the words are not the same, whatever their tags."""
    for place, ((one, _), (other, _)) in enumerate(zip(gold, predicted), start=1):
        if one != other:
            raise MismatchedTrees(
                f"sentence {number} is over other words than the gold tree: word {place} is {other!r}, not {one!r}"
            )
    if len(gold) != len(predicted):
        counts = f"{len(predicted)} of them, not {len(gold)}"
        raise MismatchedTrees(f"sentence {number} is over other words than the gold tree: {counts}")
