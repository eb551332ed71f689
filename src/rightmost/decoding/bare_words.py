"""One-word sentences whose tree is the word under nothing but a wrapper: treebanks have such, and models learn them."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.decoding.constraints import Constraints
from rightmost.decoding.scored import Scored
from rightmost.decoding.systems import MEANS
from rightmost.model.network import Network
from rightmost.trees.normalise import WRAPPER
from rightmost.trees.tree import Leaf


def bare_words(network: Network, sentences: Sequence[Sequence[Leaf]], found: Sequence[Sequence[Scored]]) -> list[int]:
    """The numbers of the sentences that got such a tree, where the model can give another."""
    others = set(network.vocabulary.labels) - {WRAPPER}
    if not others or not MEANS[network.decoder.system].constraints:  # it cannot be told what not to do
        return []
    alone = [number for number, words in enumerate(sentences) if len(words) == 1]
    return [number for number in alone if any(each.tree.label == WRAPPER for each in found[number])]


def not_bare(constraints: Constraints) -> Constraints:
    """The constraints, and that the word has more over it than a wrapper."""
    return Constraints(constraints.require, (*constraints.forbid, (0, 1, WRAPPER)))
