"""Brackets a tree must keep, and brackets it must not have: which actions can still lead to such a tree.

A node's left end is fixed when it is made, its right end when it leaves the chain. Left ends grow strictly along the
chain, and a node with left end l is either word l's own parent or was juxtaposed onto a chain node with that left end.
So for each chain node it can be worked out when it may close; deeper ones close first, and the earliest possible
closing is best for all above. An action is allowed if what it closes may close there and every chain node that is left
still can (`Rules.can_be_finished`). This is exact: an allowed action always leads to some tree that obeys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral

from rightmost.errors import RightmostError
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.unary import names_of

Bracket = tuple[int, int, str | None]  # left, right, label (None: any)
Names = frozenset[str]  # of a label, those that some constraint speaks of
Chain = tuple[tuple[int, Names], ...]  # left end and label of each chain node, root first


@dataclass(frozen=True)
class Constraints:
    """Brackets over words `[left, right)` that the tree must have, and must not have. Label None: any."""

    require: tuple[Bracket, ...] = ()
    forbid: tuple[Bracket, ...] = ()

    @classmethod
    def of(cls, require: Iterable[Bracket], forbid: Iterable[Bracket]) -> Constraints:
        """The constraints, after a look at their form."""
        return cls(tuple(map(_bracket, require)), tuple(map(_bracket, forbid)))

    def __bool__(self) -> bool:
        return bool(self.require or self.forbid)


def _bracket(given: object) -> Bracket:
    match given:
        case (Integral() as left, Integral() as right, str() | None as label):
            return int(left), int(right), label
    raise RightmostError(f"{given!r} is no bracket; give a list of (left, right, label), as [(0, 2, 'NP')]")


class Rules:
    """The constraints on a sentence of `words` words, for a model with these labels."""

    def __init__(self, constraints: Constraints, *, words: int, vocabulary: Vocabulary) -> None:
        self.words = words
        self.constraints = constraints
        for left, right, _ in (*constraints.require, *constraints.forbid):
            if not 0 <= left < right <= words:
                raise RightmostError(f"the bracket ({left}, {right}) does not fit a sentence of {words} words")
        spoken_of = {label for _, _, label in (*constraints.require, *constraints.forbid) if label is not None}
        #: Label numbers by the names in them that matter here: labels of one kind are alike to the rules.
        self.kinds: dict[Names, list[int]] = {}
        for number, label in enumerate(vocabulary.labels, start=1):
            self.kinds.setdefault(frozenset(names_of(label)) & spoken_of, []).append(number)
        self._required: dict[int, dict[int, Names]] = {}  # left -> right -> names
        for left, right, name in constraints.require:
            groups = self._required.setdefault(left, {})
            groups[right] = groups.get(right, frozenset()) | ({name} if name is not None else frozenset())
        self.may_close = lru_cache(maxsize=None)(self._may_close)
        self.can_be_finished = lru_cache(maxsize=None)(self._can_be_finished)
        if not self._can_begin():
            what = f"require {list(constraints.require)}, forbid {list(constraints.forbid)}"
            raise RightmostError(f"no tree over {words} words that this model can build obeys {what}")

    def after(self, chain: Chain, word: int, *, target: int, parent: Names | None, new: Names | None) -> Chain | None:
        """The chain after an action for `word`; None if the action is not allowed."""
        kept = chain[:target] if new is not None else chain[: target + 1]
        closed = chain[len(kept) :]
        if not all(self.may_close(left, word, names) for left, names in closed):
            return None
        closing = dict(closed)
        for left, groups in self._required.items():
            if word in groups and not (left in closing and groups[word] <= closing[left]):
                return None
        if new is not None:
            kept = (*kept, (chain[target][0], new))
        if parent is not None:
            kept = (*kept, (word, parent))
        return kept if self.can_be_finished(kept, word + 1) else None

    def _may_close(self, left: int, right: int, names: Names) -> bool:
        """Whether a node may span these words: it is not forbidden, and crosses nothing required."""
        for bad_left, bad_right, label in self.constraints.forbid:
            if (left, right) == (bad_left, bad_right) and (label is None or label in names):
                return False
        return not any(
            left < start < right < end or start < left < end < right for start, end, _ in self.constraints.require
        )

    def _can_be_finished(self, chain: Chain, word: int) -> bool:
        """Whether a tree with this chain, `word` words read, can grow into one that obeys."""
        lefts = {left for left, _ in chain}
        for left, groups in self._required.items():
            if left < word and left not in lefts and any(right >= word for right in groups):
                return False
        earliest = word
        for left, names in reversed(chain):
            closed = self._closes(left, names, word=word, earliest=earliest)
            if closed is None:
                return False
            earliest = closed
        return True

    def _can_begin(self) -> bool:
        """Whether any tree obeys: word 0 begins the root, and every required bracket is begun by its first word."""
        brackets = [(left, right) for left, right, _ in self.constraints.require]
        if any(left < start < right < end for left, right in brackets for start, end in brackets):
            return False
        lefts = {0, *self._required}
        return all(self._closes(left, None, word=left + 1, earliest=left + 1) is not None for left in lefts)

    def _closes(self, left: int, names: Names | None, *, word: int, earliest: int) -> int | None:
        """The first time, from `earliest` on, at which all that begins at `left` can have closed; None if it cannot.

        `names` is the label of the node that begins there; None if it can still be chosen. A node may be wrapped: it
        closes, and a new one with the same left end and a label of choice takes its place, with the word of that time.
        """
        wanted = sorted((right, need) for right, need in self._required.get(left, {}).items() if right >= word)
        if left == 0 and (not wanted or wanted[-1][0] < self.words):
            wanted.append((self.words, frozenset()))  # the root spans the sentence
        if not wanted:
            assert names is not None
            return next(
                (right for right in range(earliest, self.words + 1) if self.may_close(left, right, names)), None
            )
        for right, need in wanted:
            if right < earliest:
                return None
            if names is None or not need <= names or not self.may_close(left, right, names):
                can_wrap = names is None or any(self.may_close(left, wrap, names) for wrap in range(earliest, right))
                if not can_wrap or not self._choice(left, right, need):
                    return None
            names, earliest = None, right + 1
        return wanted[-1][0]

    def _choice(self, left: int, right: int, need: Names) -> bool:
        """Whether some label has these names and may span these words."""
        return any(need <= names and self.may_close(left, right, names) for names in self.kinds)
