"""Run-on lines: two sentences where one is expected, as chats and reviews have them, and no treebank does."""

from __future__ import annotations

from rightmost.training.noise import CLOSING, FINAL
from rightmost.trees.normalise import WRAPPER
from rightmost.trees.tree import Leaf, Tree

ENDS = frozenset({FINAL, ":"})  # tags


def run_on(first: Tree, second: Tree) -> Tree:
    """Both sentences under one S, their last marks beside them; the first gets a full stop if it has none.

    >>> first, second = map(Tree.from_string, ("(NP (NN Rain))", "(S (VP (VB Go)) (ADVP (RB in)) (. !))"))
    >>> str(run_on(first, second))
    '(S (NP (NN Rain)) (. .) (S (VP (VB Go)) (ADVP (RB in))) (. !))'
    """
    tags = [tag for tag in first.tags if tag not in CLOSING]
    stop = [] if tags and tags[-1] in ENDS else [Leaf(".", FINAL)]
    return Tree("S", [*_with_mark_apart(first), *stop, *_with_mark_apart(second)])


def _with_mark_apart(tree: Tree) -> list[Tree | Leaf]:
    """A sentence, and behind it the mark that ended it. One that is a mark and nothing else is left as it is."""
    inside, marks = list(tree.children), []
    if len(inside) > 1 and isinstance(inside[-1], Leaf) and inside[-1].tag == FINAL:
        marks = [inside.pop()]
    only = inside[0] if len(inside) == 1 else None
    is_wrapped = tree.label == WRAPPER or (isinstance(only, Tree) and only.label == tree.label)
    return [*(inside if is_wrapped else [Tree(tree.label, inside)]), *marks]
