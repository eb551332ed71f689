"""`The right to respect for her home`: a noun behind `to`, where parsers see a verb."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree

#: Words that are verbs without the preposition, and nouns with it.
NOUNS = {"respect": "for", "access": "to"}


def with_rights(tree: Tree) -> Tree:
    """The tree with a PP over `to` and such a noun.

    >>> verb = "(S (VP (TO to) (VP (VB respect) (PP (IN for) (NP (NN life))))))"
    >>> str(with_rights(Tree.from_string(f"(NP (DT a) (NN right) {verb})")))
    '(NP (NP (DT a) (NN right)) (PP (TO to) (NP (NP (NN respect)) (PP (IN for) (NP (NN life))))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match label, children:
        case "NP", [*before, Tree(label="S", children=(Tree(label="VP", children=(Leaf(tag="TO") as to, verb)),))]:
            if before and all(isinstance(child, Leaf) for child in before) and (noun := _noun(verb)):
                return Tree("NP", [Tree("NP", before), Tree("PP", [to, noun])])
    return Tree(label, children)


def _noun(verb: Tree | Leaf) -> Tree | None:
    match verb:
        case Tree(
            label="VP", children=(Leaf(word=word, tag="VB"), Tree(label="PP", children=(Leaf(word=joint), *_)) as rest)
        ):
            if NOUNS.get(word.lower()) == joint.lower():
                return Tree("NP", [Tree("NP", [Leaf(word, "NN")]), rest])
    return None
