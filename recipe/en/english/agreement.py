"""What several parsers agree on: the tree of the brackets that most of them have, and how near it is to theirs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from rightmost.errors import RightmostError
from rightmost.trees.tree import Leaf, Step, Tree

Ends = tuple[int, int]
Bracket = tuple[int, int, str, int]  # the last number tells equal ones of a tree apart


@dataclass(frozen=True)
class Consensus:
    """A tree with the brackets and tags that most have, and its likeness to the trees that voted."""

    tree: Tree
    agreement: float  # from 0 to 1: its brackets' F1 against those of all the trees together


def consensus(trees: Sequence[Tree]) -> Consensus:
    """The tree of all brackets that more than half of the trees have (Henderson and Brill 1999).

    No two of them can cross, since some tree has both. The root, which a tree must have, is the one with most votes.

    >>> trees = ["(S (NP (NN a)) (VP (VB b)))", "(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VP (VB b)))"]
    >>> found = consensus([Tree.from_string(tree) for tree in trees])
    >>> str(found.tree), round(found.agreement, 2)
    ('(S (NP (NN a)) (VP (VB b)))', 0.94)
    """
    if len(trees) < 2:
        raise RightmostError(f"{len(trees)} trees of a sentence; two or more parsers are needed to agree")
    if any(tree.words != trees[0].words for tree in trees):
        raise RightmostError(f"trees over different words: {' '.join(trees[0].words)[:60]}")
    found = [_brackets(tree) for tree in trees]
    votes = Counter(bracket for each in found for bracket in each)
    chosen = {bracket for bracket, count in votes.items() if 2 * count > len(trees)}
    if not any(end - start == len(trees[0].words) for start, end, *_ in chosen):
        whole = [bracket for bracket in votes if bracket[1] - bracket[0] == len(trees[0].words)]
        chosen.add(max(whole, key=lambda bracket: (votes[bracket], bracket)))
    matched, total = sum(votes[bracket] for bracket in chosen), sum(votes.values())
    tree = _tree(_chains(chosen, found), _leaves(trees))
    return Consensus(tree, 2 * matched / (len(trees) * len(chosen) + total))


def _brackets(tree: Tree) -> dict[Bracket, int]:
    """A tree's brackets, each with its place in the order in which they open."""
    copies: Counter[tuple[int, int, str]] = Counter()
    brackets: dict[Bracket, int] = {}
    for place, span in enumerate(tree.spans()):
        brackets[(*span, copies[span])] = place
        copies[span] += 1
    return brackets


def _chains(chosen: Iterable[Bracket], found: Sequence[Mapping[Bracket, int]]) -> dict[Ends, list[str]]:
    """The labels over each span, outermost first: in the order that the trees which have them have on average."""
    chains: defaultdict[Ends, list[Bracket]] = defaultdict(list)
    for bracket in sorted(chosen):
        chains[bracket[0], bracket[1]].append(bracket)
    for chain in chains.values():
        if len(chain) > 1:
            tops = [min((each[bracket] for bracket in chain if bracket in each), default=0) for each in found]
            chain.sort(key=lambda one: fmean(each[one] - top for each, top in zip(found, tops) if one in each))
    return {span: [label for _, _, label, _ in chain] for span, chain in chains.items()}


def _tree(chains: Mapping[Ends, list[str]], leaves: Sequence[Leaf]) -> Tree:
    """The tree of these spans, none of which cross; one is that of all leaves."""
    opening: defaultdict[int, list[str]] = defaultdict(list)
    closing: Counter[int] = Counter()
    for start, end in sorted(chains, key=lambda span: -span[1]):
        opening[start] += chains[start, end]
        closing[end] += len(chains[start, end])
    flat: list[Step] = []
    for place, leaf in enumerate(leaves):
        flat += [(label, 1) for label in opening[place]]
        flat.append((leaf, -closing[place + 1]))
    return Tree.from_flat(tuple(flat))


def _leaves(trees: Sequence[Tree]) -> list[Leaf]:
    """Each word with the tag that most trees give it, the first of those in case of a tie."""
    return [
        Leaf(word, Counter(tags).most_common(1)[0][0])
        for word, tags in zip(trees[0].words, zip(*(tree.tags for tree in trees)))
    ]
