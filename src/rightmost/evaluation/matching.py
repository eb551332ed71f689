"""Which brackets count, and which gold bracket takes which predicted one: evalb's way."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Sequence
from operator import itemgetter

from rightmost.evaluation.bracketed_sentence import BracketedSentence
from rightmost.evaluation.parameters import Parameters
from rightmost.trees.tree import Span

_AFTER_THE_NAME = re.compile("[-=].*", re.DOTALL)
_first = itemgetter(0)


class Names(dict[str, str | None]):
    """The name that a label is compared by, cut at its first - or =; None if its bracket does not count."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.alike = _Alike(parameters)

    def __missing__(self, label: str) -> str | None:
        name = _AFTER_THE_NAME.sub("", label)
        deleted = any(self.parameters.same_label(name, other) for other in self.parameters.deleted_labels)
        self[label] = counted = None if deleted else name
        return counted


class _Alike(dict[str, tuple[str, ...]]):
    """The names that count as the same as a name, itself among them."""

    def __init__(self, parameters: Parameters) -> None:
        self.pairs = parameters.equivalent_labels

    def __missing__(self, name: str) -> tuple[str, ...]:
        self[name] = alike = tuple({name, *(other for pair in self.pairs if name in pair for other in pair)})
        return alike


def counted_brackets(sentence: BracketedSentence, names: Names) -> list[Span]:
    """The brackets that hold words and whose label counts, under the name it is compared by."""
    brackets = sentence.brackets
    start = 1 if brackets and brackets[0].label in names.parameters.ignored_roots else 0
    return [
        Span(left, right, name)
        for left, right, label in brackets[start:]
        if left != right and (name := names[label]) is not None
    ]


def matches(gold: Sequence[Span], predicted: Sequence[Span], *, names: Names) -> list[tuple[int, int]]:
    """Which gold bracket takes which predicted one, of the same words and label, by their places.

    A bracket takes the first that will do, as evalb's does: what is left for the next may depend on it.
    """
    labeled = names.parameters.labeled
    free: defaultdict[tuple[int, int, str], deque[int]] = defaultdict(deque)
    for place, (left, right, label) in enumerate(predicted):
        free[left, right, label if labeled else ""].append(place)
    found = []
    for place, (left, right, label) in enumerate(gold):
        alike = names.alike[label] if labeled else ("",)
        candidates = [places for name in alike if (places := free.get((left, right, name)))]
        if candidates:
            found.append((place, min(candidates, key=_first).popleft()))
    return found
