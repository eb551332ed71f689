"""Phrases of two kinds, joined, as in `tall and in a foul mood`: UCP in the Penn Treebank, where parsers go by one."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree

#: The pairs for which treebanks hardly ever have another label.
UNLIKE = frozenset(map(frozenset, ({"ADJP", "PP"}, {"ADJP", "NP"}, {"ADJP", "VP"}, {"ADVP", "PP"})))


def with_unlike_coordination(tree: Tree) -> Tree:
    """The tree with UCP over two unlike phrases and the conjunction between them.

    >>> joined = "(ADJP (ADJP (JJ tall)) (CC and) (PP (IN in) (NP (NN trouble))))"
    >>> str(with_unlike_coordination(Tree.from_string(joined)))
    '(UCP (ADJP (JJ tall)) (CC and) (PP (IN in) (NP (NN trouble))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match children:
        case [Tree(label=first), Leaf(tag="CC"), Tree(label=second)]:
            kinds = frozenset({first, second})
            if kinds in UNLIKE and label in kinds:
                return Tree("UCP", children)
    return Tree(label, children)
