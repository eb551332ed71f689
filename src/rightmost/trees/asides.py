"""Asides in brackets as the Penn Treebank has them: under PRN. Other treebanks leave them flat, or call them NP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rightmost.trees.tree import Leaf, Tree, as_tree, same_leaf

OPENING, CLOSING = "-LRB-", "-RRB-"
#: Phrases that may stand in brackets. A clause in brackets may be a sentence by itself, with no PRN over it.
PHRASES = frozenset({"NP", "PP", "ADVP", "ADJP", "VP", "SBAR", "QP", "RRC", "UCP"})
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "CD"})
BESIDE_NOUNS = frozenset({"DT", "JJ", "JJR", "JJS", "FW", "SYM", "$", "HYPH", "PRP$"})
NUMBERS = frozenset({"LS", "CD"})


def with_asides(tree: Tree) -> Tree:
    """The tree with a PRN over what stands in brackets.

    >>> str(with_asides(Tree.from_string("(NP (NN rain) (-LRB- -LRB-) (NN snow) (-RRB- -RRB-))")))
    '(NP (NN rain) (PRN (-LRB- -LRB-) (NP (NN snow)) (-RRB- -RRB-)))'
    >>> str(with_asides(Tree.from_string("(NP (NP (NN rain)) (NP (-LRB- -LRB-) (DT the) (NN sun) (-RRB- -RRB-)))")))
    '(NP (NP (NN rain)) (PRN (-LRB- -LRB-) (NP (DT the) (NN sun)) (-RRB- -RRB-)))'
    """
    return as_tree(tree.fold(same_leaf, _phrase))


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    last = len(children) - 1
    pairs = list(_pairs(children))
    if (0, last) in pairs:
        if label in PHRASES and last > 1:
            return _aside(children, label)
        return Tree(label, children)
    for start, end in reversed(pairs):  # so that places before stay what they are
        inside = children[start + 1 : end]
        is_number = start == 0 and len(inside) == 1 and isinstance(inside[0], Leaf) and inside[0].tag in NUMBERS
        if inside and not is_number:
            children[start : end + 1] = [_aside(children[start : end + 1], "NP" if _is_nominal(inside) else None)]
    return Tree(label, children)


def _aside(children: Sequence[Tree | Leaf], label: str | None) -> Tree:
    """A PRN over brackets and what they hold; that under the label, if it needs one."""
    opening, *inside, closing = children
    if label and not (len(inside) == 1 and isinstance(inside[0], Tree)):
        inside = [Tree(label, inside)]
    return Tree("PRN", [opening, *inside, closing])


def _pairs(children: Sequence[Tree | Leaf]) -> Iterator[tuple[int, int]]:
    """The places of brackets that belong together and lie in no others, from left to right."""
    opened: list[int] = []
    for place, child in enumerate(children):
        if not isinstance(child, Leaf):
            continue
        if child.tag == OPENING:
            opened.append(place)
        elif child.tag == CLOSING and opened:
            start = opened.pop()
            if not opened:
                yield start, place


def _is_nominal(children: Sequence[Tree | Leaf]) -> bool:
    tags = {child.tag for child in children if isinstance(child, Leaf)}
    return all(isinstance(child, Leaf) for child in children) and bool(tags & NOUNS) and tags <= NOUNS | BESIDE_NOUNS
