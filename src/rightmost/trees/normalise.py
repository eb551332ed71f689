"""From a treebank's published trees to our normal form, one small pure function a step."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import accumulate
from operator import itemgetter

from rightmost.errors import EmptySentence
from rightmost.trees.tree import Leaf, Tree, as_tree, checked_tree

#: Roots that only wrap a tree. (The empty name is the Penn Treebank's own.)
WRAPPERS = frozenset({"TOP", "ROOT", "S1", "VROOT", ""})
WRAPPER = "TOP"
EMPTY_TAG = "-NONE-"

_FUNCTION_TAGS = re.compile(r"(?<=.)[-=].*", re.DOTALL)


def normalise(tree: Tree) -> Tree:
    """The tree with no empty elements, no function tags and no wrapper root.

    >>> str(normalise(Tree.from_string("( (S (NP-SBJ=1 (NNP Arthur)) (VP (VBZ is) (NP-PRD (-NONE- *T*-1)))))")))
    '(S (NP (NNP Arthur)) (VP (VBZ is)))'
    """
    full = without_empty_elements(checked_tree(tree))
    if full is None:
        raise EmptySentence(f"the tree {tree} holds no words, only empty elements")
    return without_wrapper(without_function_tags(full))


def without_empty_elements(tree: Tree) -> Tree | None:
    """The tree without its `-NONE-` leaves and whatever only stood over them; None when nothing is left."""
    left = tree.fold(lambda leaf: None if leaf.tag == EMPTY_TAG else leaf, of_what_is_left)
    return None if left is None else as_tree(left)


def of_what_is_left(label: str, children: Sequence[Tree | Leaf | None]) -> Tree | Leaf | None:
    """To `fold` with: a node over its children that are not None; None where there is none."""
    left = [child for child in children if child is not None]
    return Tree(label, left) if left else None


def without_function_tags(tree: Tree) -> Tree:
    """The tree with each label and tag cut at its first `-` or `=` that is not its first character.

    >>> str(without_function_tags(Tree.from_string("(NP-SBJ-1 (-LRB- -LRB-) (NN-X king))")))
    '(NP (-LRB- -LRB-) (NN king))'
    """
    return Tree.from_flat(
        tuple(
            [
                (Leaf(item.word, bare_label(item.tag)) if isinstance(item, Leaf) else bare_label(item), change)
                for item, change in tree.flat
            ]
        )
    )


def bare_label(label: str) -> str:
    """The label without function tags and indices; `-LRB-` and its like stay whole.

    >>> bare_label("NP-SBJ=2"), bare_label("-LRB-"), bare_label("PRP$")
    ('NP', '-LRB-', 'PRP$')
    """
    return label if label.startswith("-") else _FUNCTION_TAGS.sub("", label)


def without_labels(tree: Tree, labels: Collection[str]) -> Tree:
    """The tree with every node named in `labels` spliced out, its children in its place (the root stays).

    >>> str(without_labels(Tree.from_string("(NP (NML (NN king)) (NNS tales))"), {"NML"}))
    '(NP (NN king) (NNS tales))'
    """

    def splice(label: str, children: list[list[Tree | Leaf]]) -> list[Tree | Leaf]:
        below = [node for child in children for node in child]
        return below if label in labels else [Tree(label, below)]

    below = [
        node for child in tree.children for node in ([child] if isinstance(child, Leaf) else child.fold(_alone, splice))
    ]
    return Tree(tree.label, below)


def without_wrapper(tree: Tree) -> Tree:
    """The tree without its wrapper root. A wrapper over several children, or over a bare leaf, must stay, as `TOP`.

    >>> str(without_wrapper(Tree("ROOT", [Leaf("Arthur", "NNP")])))
    '(TOP (NNP Arthur))'
    """
    tree = unwrap(tree)
    return Tree(WRAPPER, tree.children) if tree.label in WRAPPERS else tree


def unwrap(tree: Tree) -> Tree:
    """The tree below its wrapper roots, as far as each has one child and that is no bare leaf."""
    if tree.label not in WRAPPERS:
        return tree
    *steps, (last, change) = tree.flat
    depths = list(accumulate(map(itemgetter(1), steps)))
    opening = next((place for place, step in enumerate(steps) if step[1] <= 0), len(steps))
    # Of the brackets that open the tree, those close with its last leaf that the depth never falls below.
    whole = min(opening, min(depths[opening - 1 :]))
    dropped = 0
    while dropped + 1 < whole and steps[dropped][0] in WRAPPERS:
        dropped += 1
    return Tree.from_flat((*steps[dropped:], (last, change + dropped))) if dropped else tree


def with_wrapper(tree: Tree) -> Tree:
    """The tree under one `TOP`, as files are written.

    >>> str(with_wrapper(Tree("NP", [Leaf("Arthur", "NNP")])))
    '(TOP (NP (NNP Arthur)))'
    """
    bare = without_wrapper(tree)
    return bare if bare.label == WRAPPER else Tree(WRAPPER, [bare])


def _alone(leaf: Leaf) -> list[Tree | Leaf]:
    return [leaf]
