"""The running example, random trees over text of any kind, and drawings written in a test."""

from __future__ import annotations

from textwrap import dedent

from hypothesis import strategies as st

import strategies
from rightmost.trees.tree import Leaf, Step, Tree

ARTHUR = Tree.from_string(strategies.ARTHUR)
ANY_WORDS = st.one_of(st.text(max_size=12), st.sampled_from(["国王", "👑", "e\u0301", "the"]))


def drawing(text: str) -> str:
    """The drawing written in a test, as `draw` gives it."""
    return dedent(text).strip("\n")


def trees(words: st.SearchStrategy[str] = ANY_WORDS) -> st.SearchStrategy[Tree]:
    """Small trees over such words."""
    labels = st.one_of(st.sampled_from(["NP", "VP", "S", ""]), st.text(max_size=8))
    nodes = st.recursive(
        st.builds(Leaf, words, labels),
        lambda below: st.builds(Tree, labels, st.lists(below, min_size=1, max_size=4)),
        max_leaves=12,
    )
    return st.builds(Tree, labels, st.lists(nodes, min_size=1, max_size=3))


def deep_tree(depth: int) -> Tree:
    """Each node a word and the next node."""
    steps: list[Step] = [step for level in range(depth) for step in ((f"N{level}", 1), (Leaf(f"w{level}", "T"), 0))]
    return Tree.from_flat((*steps[:-1], (steps[-1][0], -depth)))
