"""Amounts as the Penn Treebank has them."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.trees.tree import Leaf, Tree, category

#: Not `lose`: `five to ten pounds` are a range there.
_MOVING = """
advance climb decline decrease drop ease fall grow increase jump plunge rise slide slip soar surge tumble
advanced climbed declined decreased dropped eased fell grew increased jumped plunged rose slid slipped soared
surged tumbled fallen grown risen falling rising
"""
MOVING = frozenset(_MOVING.split())
MEASURED = frozenset({"old", "long", "tall", "wide", "high", "deep", "thick", "away"})
NUMBERS = frozenset({"CD", "$", "#"})
NEVER_OVER_NUMBERS = frozenset({"PP", "S", "SINV", "SQ", "VP"})
PRONOUNS = frozenset({"much", "many", "little", "few"})


def with_amounts(tree: Tree) -> Tree:
    """The tree with an NP over `six years` in `six years old`, no ADJP over a `too much` that is all of an NP, a PP in
    `rose 2 to 10`, which is no range, a QP in `a record $ 2 million`, and an NP over a QP that is no part of a phrase.

    >>> str(with_amounts(Tree.from_string("(ADJP (CD six) (NNS years) (JJ old))")))
    '(ADJP (NP (CD six) (NNS years)) (JJ old))'
    >>> str(with_amounts(Tree.from_string("(NP (ADJP (RB too) (JJ much)))")))
    '(NP (RB too) (JJ much))'
    >>> str(with_amounts(Tree.from_string("(VP (VBD rose) (NP (QP (CD 2) (TO to) (CD 10)) (NNS points)))")))
    '(VP (VBD rose) (NP (CD 2)) (PP (TO to) (NP (CD 10) (NNS points))))'
    >>> str(with_amounts(Tree.from_string("(NP (DT a) (NN record) ($ $) (CD 2) (CD million))")))
    '(NP (DT a) (NN record) (QP ($ $) (CD 2) (CD million)))'
    >>> str(with_amounts(Tree.from_string("(PP (IN from) (QP (CD 2) (CD million)))")))
    '(PP (IN from) (NP (QP (CD 2) (CD million))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    if label in NEVER_OVER_NUMBERS:
        children = [Tree("NP", [child]) if category(child) == "QP" else child for child in children]
    match label, children:
        case "ADJP", [*_, first, Leaf(tag="NN" | "NNS"), Leaf(word=word)] if word.lower() in MEASURED:
            if category(first) in {"CD", "QP", "DT"}:
                return Tree(label, [Tree("NP", children[:-1]), children[-1]])
        case "NP", [Tree(label="ADJP", children=(*_, Leaf(word=word)) as inside)] if word.lower() in PRONOUNS:
            return Tree(label, inside)
        case "VP", [Leaf(word=word), Tree(label="NP") as amount, *rest] if word.lower() in MOVING:
            return Tree(label, [children[0], *_from_and_to(amount), *rest])
        case "NP", [Leaf(tag="DT"), *_, Tree(label="NP" | "ADJP", children=(Tree(label="QP") as money,))]:
            if category(money.children[0]) == "$":
                return Tree(label, [*children[:-1], money])
        case "NP", [Leaf(tag="DT"), _, *_, Leaf(tag="$"), Leaf(tag="CD"), Leaf(tag="CD")]:
            return Tree(label, [*children[:-3], Tree("QP", children[-3:])])
    return Tree(label, children)


def _from_and_to(amount: Tree) -> Sequence[Tree]:
    """The amount by which something moves, and behind `to` the one that it moves to, if it does."""
    inside = list(amount.children)
    if isinstance(inside[0], Tree) and inside[0].label == "QP":
        inside[:1] = inside[0].children
    words = [node.word if isinstance(node, Leaf) else "" for node in inside]
    place = words.index("to") if "to" in words[1:-1] else 0
    if not place or "IN" in map(category, inside):
        return [amount]
    return [_amount(inside[:place]), Tree("PP", [inside[place], _amount(inside[place + 1 :])])]


def _amount(children: list[Tree | Leaf]) -> Tree:
    """An NP; `2 million` in it is a QP."""
    numbers = next((place for place, child in enumerate(children) if category(child) not in NUMBERS), len(children))
    return Tree("NP", [Tree("QP", children[:numbers]), *children[numbers:]] if numbers > 1 else children)
