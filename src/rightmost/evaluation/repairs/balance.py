"""The brackets still to be repaired: those missing from the predicted tree, and those it has too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rightmost.trees.tree import Span


@dataclass(frozen=True, slots=True)
class Fixed:
    """The differences that one repair made good, as they stood in the gold and in the predicted tree."""

    missing: tuple[Span, ...] = ()
    extra: tuple[Span, ...] = ()

    def __len__(self) -> int:
        return len(self.missing) + len(self.extra)

    def __add__(self, other: Fixed) -> Fixed:
        return Fixed(self.missing + other.missing, self.extra + other.extra)


class Balance:
    """Gold and predicted brackets set against each other, kept up as repairs are made.

    An extra bracket that a repair moves to another wrong place is still the same difference: it is remembered under
    the bracket that was predicted. So each difference is fixed exactly once, whatever happens to it before.
    """

    def __init__(self, gold: Iterable[Span], predicted: Iterable[Span]) -> None:
        golds, predictions = Counter(gold), Counter(predicted)
        self.missing = golds - predictions
        #: The predicted brackets that stand, wrongly, as this one now.
        self._extra = {span: [span] * count for span, count in (predictions - golds).items()}

    def __len__(self) -> int:
        return sum(self.missing.values()) + sum(map(len, self._extra.values()))

    def is_extra(self, span: Span) -> bool:
        """Whether the predicted tree has such a bracket too many."""
        return span in self._extra

    def landing(self, changes: Sequence[tuple[Span, Span]], *, removed: Span | None = None) -> int | None:
        """How many differences go when brackets change so (old, new), and `removed` goes; None if a right one would."""
        left = Counter(old for old, _ in changes)
        if any(len(self._extra.get(span, ())) < count for span, count in left.items()):
            return None
        reached = Counter(new for _, new in changes)
        landed = {span: min(count, self.missing[span]) for span, count in reached.items() if span in self.missing}
        gain = 2 * sum(landed.values())
        if removed is not None:
            spare = len(self._extra.get(removed, ())) - left[removed] + reached[removed] - landed.get(removed, 0)
            gain += spare > 0
        return gain

    def add(self, span: Span) -> Fixed:
        """A missing bracket has been put in."""
        self.missing[span] -= 1
        if not self.missing[span]:
            del self.missing[span]
        return Fixed(missing=(span,))

    def remove(self, span: Span) -> Fixed:
        """An extra bracket has been taken out."""
        return Fixed(extra=(self._taken(span),))

    def change(self, changes: Sequence[tuple[Span, Span]]) -> Fixed:
        """Extra brackets have become others, right or still wrong."""
        origins = [self._taken(old) for old, _ in changes]
        fixed = Fixed()
        for origin, (_, new) in zip(origins, changes):
            if new in self.missing:
                fixed += self.add(new) + Fixed(extra=(origin,))
            else:
                self._extra.setdefault(new, []).append(origin)
        return fixed

    def _taken(self, span: Span) -> Span:
        origins = self._extra[span]
        origin = origins.pop()
        if not origins:
            del self._extra[span]
        return origin
