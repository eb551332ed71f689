"""One tree from numbered actions."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.decoding.tree_builder import TreeBuilder
from rightmost.model.history import Numbers
from rightmost.model.vocabulary import Vocabulary
from rightmost.trees.tree import Leaf, Tree


def tree_of(actions: Numbers, leaves: Sequence[Leaf], known: Vocabulary) -> Tree:
    """The tree that the actions (words, 3) build."""
    return TreeBuilder(known).trees(actions, leaves, [len(leaves)])[0]
