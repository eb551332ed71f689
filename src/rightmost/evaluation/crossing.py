"""Brackets that cross: each holds some of the other's words, and neither holds them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rightmost.trees.tree import Span


def crossing_count(gold: Sequence[Span], predicted: Iterable[Span], *, words: int) -> int:
    """How many predicted brackets cross a gold one, in time linear in the brackets and words.

    The gold brackets, in the order in which they open, are those of a tree. So of all that lie across the gap between
    two words the innermost has the largest left end and the smallest right end, and is the only one to look at.

    >>> gold = [Span(0, 3, "S"), Span(0, 2, "NP")]
    >>> crossing_count(gold, [Span(0, 3, "S"), Span(1, 3, "VP")], words=3)
    1
    """
    innermost = _innermost(gold, words=words)
    return sum(
        (left > 0 and innermost[left].right < right) or (right < words and innermost[right].left > left)
        for left, right, _ in predicted
    )


def _innermost(brackets: Sequence[Span], *, words: int) -> list[Span]:
    """For each gap in front of a word, the innermost bracket across it, or one that crosses nothing."""
    across = [nothing := Span(-1, words + 1, "")]
    around: list[Span] = []
    opening = 0
    for gap in range(1, words):
        while opening < len(brackets) and brackets[opening].left < gap:
            around.append(brackets[opening])
            opening += 1
        while around and around[-1].right <= gap:
            around.pop()
        across.append(around[-1] if around else nothing)
    return across
