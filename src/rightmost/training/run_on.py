"""Run-on lines: two sentences where one is expected, as chats and reviews have them, and no treebank does."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree

FULL_STOP = Leaf(".", ".")


def run_on(first: Tree, second: Tree) -> Tree:
    """Both sentences under one S, their last marks beside them; the first gets a full stop if it has none.

    >>> first, second = map(Tree.from_string, ("(NP (NN Rain))", "(S (VP (VB Go)) (ADVP (RB in)) (. !))"))
    >>> str(run_on(first, second))
    '(S (NP (NN Rain)) (. .) (S (VP (VB Go)) (ADVP (RB in))) (. !))'
    """
    start, end = _with_marks_apart(first), _with_marks_apart(second)
    return Tree("S", [*start, *([FULL_STOP] if len(start) == 1 else []), *end])


def _with_marks_apart(tree: Tree) -> list[Tree | Leaf]:
    """A sentence, and behind it the mark that ended it. One that is a mark and nothing else is left as it is."""
    *inside, last = tree.children
    if inside and isinstance(last, Leaf) and last.tag == ".":
        return [Tree(tree.label, inside), last]
    return [tree]
