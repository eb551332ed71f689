"""A word that is a sentence by itself under its phrase, where some treebanks have nothing but a wrapper."""

from __future__ import annotations

from rightmost.trees.normalise import WRAPPERS
from rightmost.trees.tree import Leaf, Tree

PHRASES = {
    "VB": "VP",
    "NN": "NP",
    "NNS": "NP",
    "NNP": "NP",
    "NNPS": "NP",
    "PRP": "NP",
    "CD": "NP",
    "JJ": "ADJP",
    "RB": "ADVP",
    "UH": "INTJ",
}


def with_phrase_over_lone_word(tree: Tree) -> Tree:
    """The tree with S and VP over a lone verb, NP over a lone noun, and so on.

    >>> str(with_phrase_over_lone_word(Tree.from_string("(TOP (VB Understand))")))
    '(S (VP (VB Understand)))'
    """
    match tree.label, tree.children:
        case label, (Leaf(tag=tag) as leaf,) if label in WRAPPERS and tag in PHRASES:
            phrase = Tree(PHRASES[tag], [leaf])
            return Tree("S", [phrase]) if tag == "VB" else phrase
    return tree
