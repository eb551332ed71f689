"""Names and offices as the Penn Treebank has them: `was named king` with an S over `king`."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, as_tree, category, same_leaf

_NAMING = "appointed called considered declared deemed dubbed elected entitled named nicknamed termed titled"
NAMING = frozenset(_NAMING.split())


def with_small_clauses(tree: Tree) -> Tree:
    """The tree with an S over what somebody is named, all of it.

    >>> str(with_small_clauses(Tree.from_string("(VP (VBN named) (NP (NN king)))")))
    '(VP (VBN named) (S (NP (NN king))))'
    >>> str(with_small_clauses(Tree.from_string("(VP (VBN named) (NP (S (NP (NN king))) (PP (IN of) (NP (PRP us)))))")))
    '(VP (VBN named) (S (NP (NP (NN king)) (PP (IN of) (NP (PRP us))))))'
    """
    return as_tree(tree.fold(same_leaf, _phrase))


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match label, children:
        case "NP", [Tree(label="S", children=(Tree(label="NP") as name,)), Tree(label="PP"), *_]:
            return Tree("S", [Tree("NP", [name, *children[1:]])])
        case "VP", [Leaf(word=verb, tag="VBN"), name, *rest] if category(name) == "NP" and verb.lower() in NAMING:
            return Tree(label, [children[0], Tree("S", [name]), *rest])
    return Tree(label, children)
