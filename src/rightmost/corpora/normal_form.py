"""The steps from published trees to normal form that several treebanks share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from rightmost.trees.normalise import (
    WRAPPER,
    without_empty_elements,
    without_function_tags,
    without_labels,
    without_wrapper,
)
from rightmost.trees.tree import Leaf, Tree

_PENN_ESCAPE = re.compile(r"\\([/*])")


def normal_form(
    tree: Tree,
    *,
    splice: Collection[str] = (),
    merge: bool = False,
    word: Callable[[str], str] | None = None,
) -> Tree | None:
    """The tree without empty elements, function tags and wrapper root; None when it held nothing but empty elements.

    Nodes named in `splice` give way to their children; with `merge` a node right under its namesake goes; `word`
    maps each word to its real characters.
    """
    full = without_empty_elements(tree)
    if full is None:
        return None
    bare = without_function_tags(full)
    if splice:  # `without_labels` keeps the root, so there must be one to keep
        bare = without_labels(Tree(WRAPPER, [bare]), splice)
    if merge:
        bare = without_repeats(bare)
    if word is not None:
        bare = bare.with_leaves([Leaf(word(leaf.word), leaf.tag) for leaf in bare.leaves])
    return without_wrapper(bare)


def without_repeats(tree: Tree) -> Tree:
    """The tree with each X whose only child is an X made one, as removed traces and spliced nodes leave them.

    >>> str(without_repeats(Tree.from_string("(NP (NP (PRP it)))")))
    '(NP (PRP it))'
    """

    def node(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
        only = children[0]
        return only if len(children) == 1 and isinstance(only, Tree) and only.label == label else Tree(label, children)

    return tree.rebuilt(node)


def first_of_alternatives(tree: Tree) -> Tree:
    """The tree with each label and tag that offers a choice settled for the first, as is usual for `PRT|ADVP`.

    >>> str(first_of_alternatives(Tree.from_string("(PRT|ADVP (RP|RB up))")))
    '(PRT (RP up))'
    """

    def step(item: str | Leaf) -> str | Leaf:
        return Leaf(item.word, _first(item.tag)) if isinstance(item, Leaf) else _first(item)

    return Tree.from_flat(tuple([(step(item), change) for item, change in tree.flat]))


def without_backslashes(word: str) -> str:
    r"""The word with the Penn Treebank's `\/` and `\*` undone.

    >>> without_backslashes(r"1\/2"), without_backslashes(r"\*\*")
    ('1/2', '**')
    """
    return _PENN_ESCAPE.sub(r"\1", word)


def _first(label: str) -> str:
    return label.split("|")[0] or label
