"""What several parsers agree on: the tree nearest to all of theirs, and how near it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True)
class Consensus:
    """One of the trees, with the tags most of them have, and its likeness to the others."""

    tree: Tree
    agreement: float  # from 0 to 1: its brackets' F1 against those of all the other trees together


def consensus(trees: Sequence[Tree]) -> Consensus:
    """The tree of least expected loss, each of the trees being as likely to be right as any other.

    >>> trees = ["(S (NP (NN a)) (VP (VB b)))", "(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VP (VB b)))"]
    >>> found = consensus([Tree.from_string(tree) for tree in trees])
    >>> str(found.tree), round(found.agreement, 2)
    ('(S (NP (NN a)) (VP (VB b)))', 0.91)
    """
    if len(trees) < 2:
        raise RightmostError(f"{len(trees)} trees of a sentence; two or more parsers are needed to agree")
    if any(tree.words != trees[0].words for tree in trees):
        raise RightmostError(f"trees over different words: {' '.join(trees[0].words)[:60]}")
    brackets = [Counter(tree.spans()) for tree in trees]
    # The n-th of equal brackets is a bracket by itself: a tree's second (NP 0 1) is matched by those that have two.
    numbered = [[(*span, copy) for span, copies in each.items() for copy in range(copies)] for each in brackets]
    votes = Counter(bracket for each in numbered for bracket in each)
    total = sum(votes.values())
    likeness = [_likeness(each, votes, total=total, others=len(trees) - 1) for each in numbered]
    best = max(range(len(trees)), key=likeness.__getitem__)
    return Consensus(trees[best].with_leaves(_leaves(trees)), likeness[best])


def _likeness(
    brackets: Sequence[tuple[int, int, str, int]],
    votes: Counter[tuple[int, int, str, int]],
    *,
    total: int,
    others: int,
) -> float:
    matched = sum(votes[bracket] for bracket in brackets) - len(brackets)
    return 2 * matched / (others * len(brackets) + total - len(brackets))


def _leaves(trees: Sequence[Tree]) -> list[Leaf]:
    """Each word with the tag that most trees give it, the first of those in case of a tie."""
    return [
        Leaf(word, Counter(tags).most_common(1)[0][0])
        for word, tags in zip(trees[0].words, zip(*(tree.tags for tree in trees)))
    ]
