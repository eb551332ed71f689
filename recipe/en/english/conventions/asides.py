"""Asides in brackets and between dashes as the Penn Treebank has them: under PRN. Other treebanks leave them flat."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.trees.tree import Leaf, Tree, category

OPENING, CLOSING = "-LRB-", "-RRB-"
#: Phrases that may stand in brackets. A clause in brackets may be a sentence by itself, with no PRN over it.
PHRASES = frozenset({"NP", "PP", "ADVP", "ADJP", "VP", "SBAR", "QP", "RRC", "UCP"})
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "CD"})
BESIDE_NOUNS = frozenset({"DT", "JJ", "JJR", "JJS", "FW", "SYM", "$", "HYPH", "PRP$", "PRN"})
NUMBERS = frozenset({"LS", "CD"})
DASHES = frozenset({"--", "—", "–", "-"})


def with_asides(tree: Tree) -> Tree:
    """The tree with a PRN over what stands in brackets, or between two dashes.

    >>> str(with_asides(Tree.from_string("(NP (NN rain) (-LRB- -LRB-) (NN snow) (-RRB- -RRB-))")))
    '(NP (NN rain) (PRN (-LRB- -LRB-) (NP (NN snow)) (-RRB- -RRB-)))'
    >>> str(with_asides(Tree.from_string("(NP (NP (NN rain)) (NP (-LRB- -LRB-) (DT the) (NN sun) (-RRB- -RRB-)))")))
    '(NP (NP (NN rain)) (PRN (-LRB- -LRB-) (NP (DT the) (NN sun)) (-RRB- -RRB-)))'
    >>> str(with_asides(Tree.from_string("(S (NP (PRP It)) (: --) (INTJ (UH alas)) (: --) (VP (VBZ rains)))")))
    '(S (NP (PRP It)) (PRN (: --) (INTJ (UH alas)) (: --)) (VP (VBZ rains)))'
    """
    return tree.rebuilt(_phrase).rebuilt(_dashed)


def _dashed(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    """Two dashes make an aside, unless they hold one already, or are between three of a kind."""
    dashes = [place for place, child in enumerate(children) if _is_dash(child)]
    if len(dashes) != 2 or label == "PRN":
        return Tree(label, children)
    first, last = dashes
    before, inside, behind = (
        set(map(category, part)) for part in (children[:first], children[first + 1 : last], children[last + 1 :])
    )
    is_hyphen = children[first] == Leaf("-", ":") and not any(isinstance(child, Tree) for child in children[first:last])
    if not inside or "PRN" in inside or before == inside == behind or not before or is_hyphen:
        return Tree(label, children)
    return Tree(label, [*children[:first], Tree("PRN", children[first : last + 1]), *children[last + 1 :]])


def _is_dash(node: Tree | Leaf) -> bool:
    return isinstance(node, Leaf) and node.tag == ":" and node.word in DASHES


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    """Inner brackets come first: each closing one makes an aside of all since its opening one."""
    if label == "PRN":
        return Tree(label, children)
    done: list[Tree | Leaf] = []
    opened: list[int] = []  # places there
    for place, child in enumerate(children, start=1):
        done.append(child)
        if category(child) == OPENING:
            opened.append(len(done) - 1)
        elif category(child) == CLOSING and opened:
            start = opened.pop()
            inside = done[start + 1 : -1]
            is_number = start == 0 and len(inside) == 1 and category(inside[0]) in NUMBERS
            if start == 0 and place == len(children):
                is_aside = bool(inside) and not is_number and label in PHRASES
                return _aside(done, label) if is_aside else Tree(label, done)
            if inside and not is_number:
                done[start:] = [_aside(done[start:], "NP" if _is_nominal(inside) else None)]
    return Tree(label, done)


def _aside(children: Sequence[Tree | Leaf], label: str | None) -> Tree:
    """A PRN over brackets and what they hold; that under the label, if it needs one."""
    opening, *inside, closing = children
    if label and not (len(inside) == 1 and isinstance(inside[0], Tree)):
        inside = [Tree(label, inside)]
    return Tree("PRN", [opening, *inside, closing])


def _is_nominal(children: Sequence[Tree | Leaf]) -> bool:
    names = {category(child) for child in children}
    return bool(names & NOUNS) and names <= NOUNS | BESIDE_NOUNS
