"""Run-on lines: two sentences where one is expected, as chats and reviews have them, and hardly a treebank does."""

from __future__ import annotations

from rightmost.training.data.noise import CLOSING, FINAL, without_final_punctuation
from rightmost.trees.normalise import WRAPPERS
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


def comma_spliced(first: Tree, second: Tree) -> Tree:
    """Both sentences under one S, a comma between them.

    >>> first, second = map(Tree.from_string, ("(S (NP (PRP He)) (VP (VBD won)) (. .))", "(ADJP (JJ Lucky) (. !))"))
    >>> str(comma_spliced(first, second))
    '(S (S (NP (PRP He)) (VP (VBD won))) (, ,) (ADJP (JJ lucky)) (. !))'
    """
    return Tree("S", [*_without_mark(first), Leaf(",", ","), *_with_mark_apart(_continued(second))])


def fused(first: Tree, second: Tree) -> Tree:
    """Both sentences under one S, nothing between them.

    >>> first, second = map(Tree.from_string, ("(S (NP (PRP He)) (VP (VBD won)) (. .))", "(ADJP (JJ Lucky) (. !))"))
    >>> str(fused(first, second))
    '(S (S (NP (PRP He)) (VP (VBD won))) (ADJP (JJ lucky)) (. !))'
    """
    return Tree("S", [*_without_mark(first), *_with_mark_apart(_continued(second))])


def _without_mark(tree: Tree) -> list[Tree | Leaf]:
    *parts, last = _with_mark_apart(without_final_punctuation(tree))
    return parts if parts and isinstance(last, Leaf) and last.tag == FINAL else [*parts, last]


def _continued(tree: Tree) -> Tree:
    """The tree with a small letter to its first word, unless that is a name, `I` or has more capitals."""
    (word, tag), *others = tree.leaves
    if word == "I" or tag.startswith("NNP") or word[1:] != word[1:].lower():
        return tree
    return tree.with_leaves([Leaf(word.lower(), tag), *others])


def _with_mark_apart(tree: Tree) -> list[Tree | Leaf]:
    """A sentence, and behind it the mark that ended it. One that is a mark and nothing else is left as it is."""
    inside, marks = list(tree.children), []
    if len(inside) > 1 and isinstance(inside[-1], Leaf) and inside[-1].tag == FINAL:
        marks = [inside.pop()]
    only = inside[0] if len(inside) == 1 else None
    is_wrapped = tree.label in WRAPPERS or (isinstance(only, Tree) and only.label == tree.label)
    return [*(inside if is_wrapped else [Tree(tree.label, inside)]), *marks]
