"""Those who are spoken to, at the end of a sentence: under its clause, not under the last verb phrase in it."""

from __future__ import annotations

from rightmost.trees.normalise import WRAPPERS, of_what_is_left
from rightmost.trees.tree import Leaf, Tree, category

_SPOKEN_TO = """
boss boy boys bro brother bud buddy child children daddy darling dear dude fellas folks friend friends gentlemen girl
girls guys honey kid kids ladies lads lord love ma'am madam mama man mate miss mister mom mommy mum papa pal sir sirs
sister son sweetheart sweetie y'all
"""
SPOKEN_TO = frozenset(_SPOKEN_TO.split())
BESIDE_THEM = SPOKEN_TO | {"my", "dear", "old", "you", "good", "young", "little", "poor", "and", "sweet", "your"}
CLAUSES = frozenset({"S", "SQ", "SBARQ"})
MARKS = frozenset({".", "''", ":"})


def with_vocatives(tree: Tree) -> Tree:
    """The tree with a final `, sir` under its clause.

    >>> asked = "(S (NP (PRP I)) (VP (VBP see) (NP (PRP it)) (, ,) (NP (NN sir))) (. .))"
    >>> str(with_vocatives(Tree.from_string(asked)))
    '(S (NP (PRP I)) (VP (VBP see) (NP (PRP it))) (, ,) (NP (NN sir)) (. .))'
    """
    match tree.children:
        case (Tree() as clause,) if tree.label in WRAPPERS:
            return Tree(tree.label, [_clause(clause)])
    return _clause(tree)


def _clause(clause: Tree) -> Tree:
    kinds = [category(child) for child in clause.children]
    end = next((place for place, kind in enumerate(kinds) if kind in MARKS), len(kinds))
    *before, last = clause.children[:end] or [None]
    marks = clause.children[end:]
    if clause.label not in CLAUSES or "CC" in kinds[:end] or any(isinstance(mark, Tree) for mark in marks):
        return clause
    match last:
        case Tree(label="VP" | "S" | "SQ") if (spoken_to := _behind_last_comma(last)) and _is_spoken_to(spoken_to):
            comma = len(last.leaves) - len(spoken_to.leaves) - 1
            if left := _beginning(last, comma):
                return Tree(clause.label, [*before, left, last.leaves[comma], spoken_to, *marks])
    return clause


def _behind_last_comma(phrase: Tree) -> Tree | None:
    """The NP that ends the phrase, the last one there with a comma before it."""
    found: Tree | None = None
    node: Tree | Leaf = phrase
    while isinstance(node, Tree):
        match node.children[-2:]:
            case Leaf(tag=","), Tree(label="NP") as last:
                found = last
        node = node.children[-1]
    return found


def _is_spoken_to(phrase: Tree) -> bool:
    words = [word.lower() for word in phrase.words]
    return words[-1] in SPOKEN_TO and BESIDE_THEM.issuperset(words)


def _beginning(phrase: Tree, words: int) -> Tree | Leaf | None:
    """So many words of it, and the brackets over them; none of no words."""
    place = iter(range(len(phrase.leaves)))

    def kept(leaf: Leaf) -> Tree | Leaf | None:
        return leaf if next(place) < words else None

    return phrase.fold(kept, of_what_is_left)
