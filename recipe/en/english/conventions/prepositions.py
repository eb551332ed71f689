"""Prepositions of two words as the Penn Treebank has them: a PP within a PP."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree


def with_prepositions(tree: Tree) -> Tree:
    """The tree with a PP over the `to` of `due to`.

    >>> str(with_prepositions(Tree.from_string("(PP (JJ due) (TO to) (NP (NN rain)))")))
    '(PP (JJ due) (PP (TO to) (NP (NN rain))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match label, children:
        case "PP" | "ADJP", [Leaf(word=first), Leaf(word=second), Tree()]:
            if (first.lower(), second.lower()) == ("due", "to"):
                return Tree(label, [children[0], Tree("PP", children[1:])])
    return Tree(label, children)
