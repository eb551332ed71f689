"""Random trees, words and labels for the properties."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.translation import chain_length_after
from rightmost.trees.normalise import EMPTY_TAG, WRAPPERS
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import collapse

ARTHUR = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"
ARTHUR_ACTIONS = (
    "attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(3,NP) attach(4,None)"  # the paper's example
)

NAMES = ["S", "NP", "VP", "PP", "S+VP", "NP-SBJ", "PRT|ADVP", "NML", "X", "None", "Caa[P1]", "Ñ\u00a0"]
labels = st.sampled_from(NAMES)
tags = st.sampled_from(["NN", "VBZ", ",", "-LRB-", "PRP$", "``", "NP", "[", "-LSB-"])
words = st.text(min_size=0, max_size=6)
leaves = st.builds(Leaf, words, tags)


def trees(*, leaf: st.SearchStrategy[Leaf] = leaves, label: st.SearchStrategy[str] = labels) -> st.SearchStrategy[Tree]:
    """Trees of any shape, unary chains included."""

    def node(children: st.SearchStrategy[Tree | Leaf]) -> st.SearchStrategy[Tree]:
        return st.builds(Tree, label, st.lists(children, min_size=1, max_size=4))

    return node(st.recursive(leaf, node, max_leaves=25))


def collapsed_trees() -> st.SearchStrategy[Tree]:
    """Trees without unary chains."""
    return trees().map(collapse)


def messy_trees() -> st.SearchStrategy[Tree]:
    """Trees as treebanks publish them: traces, function tags, wrapper roots anywhere."""
    leaf = st.one_of(leaves, st.builds(Leaf, st.just("*T*-1"), st.just(EMPTY_TAG)))
    label = st.one_of(labels, st.sampled_from(["NP-SBJ-1", "NP=2", "S-TPC-1=3", *sorted(WRAPPERS)]))
    return trees(leaf=leaf, label=label)


def long_tree(seed: int, words: int) -> Tree:
    """A tree over many words, whose actions mostly go on near the bottom of the chain, as in real ones."""
    choose = random.Random(seed)
    actions: list[Action] = []
    chain = 0
    for _ in range(words):
        parent = choose.choice(NAMES) if chain == 0 or choose.random() < 0.55 else None
        new = choose.choice(NAMES) if chain and choose.random() < 0.25 else None
        actions.append(Action(max(0, chain - 1 - int(choose.expovariate(0.5))), parent, new))
        chain = chain_length_after(actions[-1], chain)
    return replay(actions, [Leaf(f"w{number}", "NN") for number in range(words)])
