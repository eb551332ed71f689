"""Gold tags for predicted trees."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.trees.normalise import EMPTY_TAG
from rightmost.trees.tree import Leaf, Tree


def with_gold_tags(gold: Tree | None, predicted: Tree | None) -> Tree | None:
    """The predicted tree with the gold tags over its words; as it is, if the trees have different numbers of words.

    Empty elements, which a parser rarely predicts, need not be in both trees.

    >>> gold = Tree.from_string("(S (NP (NNP Arthur)) (, ,) (VP (VBZ is) (NP (-NONE- *T*))))")
    >>> str(with_gold_tags(gold, Tree.from_string("(S (NP (NN Arthur) (IN ,)) (VP (VBZ is)))")))
    '(S (NP (NNP Arthur) (, ,)) (VP (VBZ is)))'
    """
    if gold is None or predicted is None:
        return predicted
    leaves = predicted.leaves
    for tagged in (gold.leaves, full_leaves(gold)):
        if len(tagged) == len(leaves):
            return predicted.with_leaves(Leaf(leaf.word, right.tag) for leaf, right in zip(leaves, tagged))
    return _with_full_retagged(predicted, full_leaves(gold))


def _with_full_retagged(predicted: Tree, tagged: Sequence[Leaf]) -> Tree:
    if len(full_leaves(predicted)) != len(tagged):
        return predicted
    supply = iter(tagged)
    return predicted.with_leaves(
        leaf if leaf.tag == EMPTY_TAG else Leaf(leaf.word, next(supply).tag) for leaf in predicted.leaves
    )


def full_leaves(tree: Tree | None) -> list[Leaf]:
    """The leaves that are no empty elements; none without a tree."""
    return [] if tree is None else [leaf for leaf in tree.leaves if leaf.tag != EMPTY_TAG]
