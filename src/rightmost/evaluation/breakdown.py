"""evalb's brackets sorted into groups, with recall, precision and F1 for each.

A bracket is sorted by what it is in its own tree. So a matched pair can stand in two groups (as ADVP and PRT do, or at
two depths), and recall and precision each count their own side's. Over all groups both add up to evalb's matches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rightmost.errors import BadUsage
from rightmost.evaluation.bracketed_sentence import sentence_of, with_quotes_restored
from rightmost.evaluation.evalb import evaluate
from rightmost.evaluation.gold_tags import with_gold_tags
from rightmost.evaluation.matching import Names, counted_brackets, matches
from rightmost.evaluation.parameters import COLLINS, Parameters
from rightmost.evaluation.scores import Scores, Status
from rightmost.trees.tree import Span, Tree

ROOT = "root"


@dataclass(frozen=True, slots=True)
class Group:
    """The brackets of one kind. Shares are in percent, 0 where there is nothing to share."""

    name: str
    gold_brackets: int
    predicted_brackets: int
    #: The gold brackets of this group that were predicted, in whichever group.
    matched_gold: int
    #: The predicted brackets of this group that are gold, in whichever group.
    matched_predicted: int

    @property
    def recall(self) -> float:
        """The percentage of gold brackets that were predicted."""
        return 100.0 * self.matched_gold / self.gold_brackets if self.gold_brackets else 0.0

    @property
    def precision(self) -> float:
        """The percentage of predicted brackets that are gold."""
        return 100.0 * self.matched_predicted / self.predicted_brackets if self.predicted_brackets else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        both = self.recall + self.precision
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The groups of one kind of sorting: numbers in order, labels the most frequent first."""

    by: str
    meaning: str
    groups: tuple[Group, ...]


class _Bracket(NamedTuple):
    span: Span
    length: int  # of the sentence
    depth: int
    distance: int | None  # None at the root


class _Key(NamedTuple):
    """One way to sort: what it means, what it looks at, and where each group begins (none: every value is one)."""

    meaning: str
    value: Callable[[_Bracket], int | str | None]
    starts: tuple[int, ...] = ()

    def group(self, bracket: _Bracket) -> tuple[int, str]:
        """The group's place among the others, and its name."""
        value = self.value(bracket)
        if value is None:
            return -1, ROOT
        if isinstance(value, str):
            return 0, value
        at = bisect_right(self.starts, value) - 1
        first = self.starts[at]
        if at + 1 == len(self.starts):
            return first, f"{first}+"
        last = self.starts[at + 1] - 1
        return first, str(first) if first == last else f"{first}-{last}"


#: Words are those that evalb counts (no punctuation), except in a sentence's length, which is evalb's own.
KEYS: Mapping[str, _Key] = {
    "length": _Key("words in the sentence", lambda one: one.length, (0, 1, 11, 21, 31, 41, 51, 61)),
    "label": _Key("label of the bracket", lambda one: one.span.label),
    "width": _Key(
        "words in the bracket", lambda one: one.span.right - one.span.left, (1, 2, 3, 4, 5, 6, 11, 21, 31, 41)
    ),
    "depth": _Key("brackets around the bracket", lambda one: one.depth, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16)),
    "distance": _Key(
        "words from the start of the next wider bracket around it to its own start",
        lambda one: one.distance,
        (0, 1, 2, 3, 4, 5, 6, 11, 21, 31),
    ),
}


def keys_from(text: str) -> tuple[str, ...]:
    """The keys in a list such as `length,label`, each once.

    >>> keys_from("length, label,length")
    ('length', 'label')
    """
    keys = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for key in keys:
        if key not in KEYS:
            raise BadUsage(f"cannot break down by {key!r}; allowed: {', '.join(KEYS)}, with commas between")
    return keys


def break_down(
    gold_trees: Iterable[Tree | None],
    predicted_trees: Iterable[Tree | None],
    *,
    by: Sequence[str],
    parameters: Parameters | None = None,
    gold_tags: bool = False,
    scores: Scores | None = None,
) -> tuple[Breakdown, ...]:
    """The brackets that `evaluate` counts, sorted by each of these keys (length, label, width, depth, distance).

    *Distance* is for attachment: how many words after the beginning of the phrase it is part of a bracket begins, which
    is how far back an incremental parser has to reach for it. It is 0 for a first child, and the same all the way down
    a unary chain. `scores` are what `evaluate` has found in these trees, if it was asked already.

    >>> gold = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))")
    >>> predicted = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (ADJP (NN King))))")
    >>> (labels,) = break_down([gold], [predicted], by=["label"])
    >>> [(group.name, group.recall, group.precision) for group in labels.groups]
    [('NP', 50.0, 100.0), ('S', 100.0, 100.0), ('VP', 100.0, 100.0), ('ADJP', 0.0, 0.0)]
    """
    keys = keys_from(",".join(by))
    golds, predictions = list(gold_trees), list(predicted_trees)
    scores = scores or evaluate(golds, predictions, parameters=parameters, gold_tags=gold_tags)
    if gold_tags:
        predictions = list(map(with_gold_tags, golds, predictions))
    names = Names(COLLINS if parameters is None else parameters)
    tallies = {key: _Tally(KEYS[key]) for key in keys}
    for row, gold, predicted in zip(scores.per_sentence, golds, predictions):
        if row.status is Status.VALID:
            sides = _sides(gold, predicted, length=row.length, names=names)
            for tally in tallies.values():
                tally.add(*sides)
    return tuple(Breakdown(key, KEYS[key].meaning, tally.groups()) for key, tally in tallies.items())


class _Side(NamedTuple):
    """The brackets of one tree, and which of them are in the other."""

    brackets: list[_Bracket]
    matched: set[int]


def _sides(gold: Tree | None, predicted: Tree | None, *, length: int, names: Names) -> tuple[_Side, _Side]:
    sentences = sentence_of(gold, names.parameters), sentence_of(predicted, names.parameters)
    if len(sentences[0].words) != len(sentences[1].words):
        sentences = with_quotes_restored(*sentences, parameters=names.parameters)
    spans = [counted_brackets(sentence, names) for sentence in sentences]
    pairs = matches(*spans, names=names)
    one, other = (
        _Side(_placed(counted, length=length), {pair[side] for pair in pairs}) for side, counted in enumerate(spans)
    )
    return one, other


def _placed(spans: Iterable[Span], *, length: int) -> list[_Bracket]:
    """The brackets, in the order in which they open, with their depth and distance."""
    placed: list[_Bracket] = []
    around: list[_Bracket] = []
    for span in spans:
        while around and around[-1].span.right <= span.left:
            around.pop()
        if not around:
            distance = None
        elif (parent := around[-1]).span[:2] == span[:2]:  # one unary chain
            distance = parent.distance
        else:
            distance = span.left - parent.span.left
        placed.append(_Bracket(span, length, len(around), distance))
        around.append(placed[-1])
    return placed


class _Tally:
    """Counts by group, for one key."""

    def __init__(self, key: _Key) -> None:
        self.key = key
        self.gold: Counter[tuple[int, str]] = Counter()
        self.predicted: Counter[tuple[int, str]] = Counter()
        self.matched_gold: Counter[tuple[int, str]] = Counter()
        self.matched_predicted: Counter[tuple[int, str]] = Counter()

    def add(self, gold: _Side, predicted: _Side) -> None:
        """Counts one sentence in."""
        for side, counted, matched in (
            (gold, self.gold, self.matched_gold),
            (predicted, self.predicted, self.matched_predicted),
        ):
            groups = [self.key.group(bracket) for bracket in side.brackets]
            counted.update(groups)
            matched.update(groups[place] for place in side.matched)

    def groups(self) -> tuple[Group, ...]:
        """The groups that have brackets, in order."""
        found = self.gold.keys() | self.predicted.keys()
        ordered = sorted(found, key=lambda group: (group[0], 0 if self.key.starts else -self.gold[group], group[1]))
        return tuple(
            Group(
                name=group[1],
                gold_brackets=self.gold[group],
                predicted_brackets=self.predicted[group],
                matched_gold=self.matched_gold[group],
                matched_predicted=self.matched_predicted[group],
            )
            for group in ordered
        )
