"""Names and offices as the Penn Treebank has them: `was named king` with an S over `king`."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, category

_NAMING = "appointed called considered declared deemed dubbed elected entitled named nicknamed termed titled"
NAMING = frozenset(_NAMING.split())
HAVE = frozenset({"have", "has", "had", "having", "'ve", "’ve", "'d", "’d"})  # before it, `called` has an object


def with_small_clauses(tree: Tree) -> Tree:
    """The tree with an S over what somebody is named, all of it.

    >>> str(with_small_clauses(Tree.from_string("(VP (VBD was) (VP (VBN named) (NP (NN king))))")))
    '(VP (VBD was) (VP (VBN named) (S (NP (NN king)))))'
    >>> split = "(NP (NP (PRP him)) (VP (VBN named) (NP (S (NP (NN king))) (PP (IN of) (NP (PRP us))))))"
    >>> str(with_small_clauses(Tree.from_string(split)))
    '(NP (NP (PRP him)) (VP (VBN named) (S (NP (NP (NN king)) (PP (IN of) (NP (PRP us)))))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    is_perfect = any(isinstance(child, Leaf) and child.word.lower() in HAVE for child in children)
    return Tree(label, children if is_perfect else list(map(_named, children)))


def _named(node: Tree | Leaf) -> Tree | Leaf:
    """The node; with an S, if it is a passive verb and a name."""
    match node:
        case Tree(
            label="VP",
            children=(
                Leaf(word=verb, tag="VBN") as first,
                (Tree(label="NP") as name) | Tree(label="S", children=(Tree(label="NP") as name,)),
                *rest,
            ),
        ) if verb.lower() in NAMING and "NP" not in map(category, rest):
            return Tree("VP", [first, Tree("S", [_whole(name)]), *rest])
    return node


def _whole(name: Tree) -> Tree:
    match name.children:
        case (Tree(label="S", children=(Tree(label="NP") as first,)), Tree(label="PP"), *_):
            return Tree("NP", [first, *name.children[1:]])
    return name
