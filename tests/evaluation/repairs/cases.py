"""Errors worked out by hand, two or more of each category, and random pairs of trees over the same words."""

from __future__ import annotations

import random
from typing import NamedTuple

from hypothesis import strategies as st

from rightmost.evaluation.repairs.category import Category
from rightmost.trees.tree import Leaf, Tree


class Case(NamedTuple):
    """A gold and a predicted tree, and the repairs between them: category, change, brackets."""

    gold: str
    predicted: str
    repairs: list[tuple[Category, str, int]]


HE = "(NP (PRP He))"

CASES = [
    Case(
        f"(S {HE} (VP (VBD saw) (NP (NP (DT a) (NN knight)) (PP (IN with) (NP (NNS coconuts))))))",
        f"(S {HE} (VP (VBD saw) (NP (DT a) (NN knight)) (PP (IN with) (NP (NNS coconuts)))))",
        [(Category.PP_ATTACHMENT, "missing NP", 1)],
    ),
    Case(
        "(NP (NP (NNS knights)) (PP (IN of) (NP (NP (DT the) (NN table)) (PP (IN in) (NP (NNP Camelot))))))",
        "(NP (NP (NNS knights)) (PP (IN of) (NP (DT the) (NN table))) (PP (IN in) (NP (NNP Camelot))))",
        [(Category.PP_ATTACHMENT, "PP moves from NP to PP, under a new NP", 3)],
    ),
    Case(
        f"(S {HE} (ADVP (RB bravely)) (VP (VBD ran) (ADVP (RB away))))",
        f"(S {HE} (RB bravely) (VP (VBD ran) (ADVP (RB away))))",
        [(Category.SINGLE_WORD_PHRASE, "missing ADVP", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBZ is) (ADJP (JJ brave))))",
        f"(S {HE} (VP (VBZ is) (NP (JJ brave))))",
        [(Category.SINGLE_WORD_PHRASE, "ADJP, not NP", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBD tried) (S (VP (TO to) (VP (VB fight))))))",
        f"(S {HE} (VP (VBD tried) (VP (TO to) (VP (VB fight)))))",
        [(Category.UNARY, "missing S", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBD saw) (NP (IN about) (CD ten))))",
        f"(S {HE} (VP (VBD saw) (NP (QP (IN about) (CD ten)))))",
        [(Category.UNARY, "extra QP", 1)],
    ),
    Case(
        "(NP (NP (DT the) (NN king) (POS 's)) (NN horse))",
        "(NP (DT the) (NN king) (POS 's) (NN horse))",
        [(Category.NP_INTERNAL_STRUCTURE, "missing NP", 1)],
    ),
    Case(
        "(NP (NP (DT the) (NN king) (POS 's)) (JJ white) (NN horse))",
        "(NP (NP (DT the) (NN king) (POS 's) (JJ white)) (NN horse))",
        [(Category.NP_INTERNAL_STRUCTURE, "JJ moves from NP to NP", 2)],
    ),
    Case(
        f"(SINV (VP (VBD came)) {HE})",
        f"(S (VP (VBD came)) {HE})",
        [(Category.DIFFERENT_LABEL, "SINV, not S", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBD became) (NP (JJ great) (NN King))))",
        f"(S {HE} (VP (VBD became) (ADJP (JJ great) (NN King))))",
        [(Category.DIFFERENT_LABEL, "NP, not ADJP", 2)],
    ),
    Case(
        f"(S {HE} (VP (ADVP (RB bravely)) (VBD ran) (NP (NN home))))",
        f"(S {HE} (ADVP (RB bravely)) (VP (VBD ran) (NP (NN home))))",
        [(Category.MODIFIER_ATTACHMENT, "ADVP moves from S to VP", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBZ is) (ADJP (RB very) (JJ brave))))",
        f"(S {HE} (VP (VBZ is) (RB very) (JJ brave)))",
        [(Category.MODIFIER_ATTACHMENT, "missing ADJP", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBD ran)) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD bit)))))",
        f"(S {HE} (VP (VBD ran) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD bit))))))",
        [(Category.CLAUSE_ATTACHMENT, "SBAR moves from VP to S", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBD met) (NP (NP (DT a) (NN knight)) (SBAR (WHNP (WP who)) (S (VP (VBD sang)))))))",
        f"(S {HE} (VP (VBD met) (NP (DT a) (NN knight)) (SBAR (WHNP (WP who)) (S (VP (VBD sang))))))",
        [(Category.CLAUSE_ATTACHMENT, "missing NP", 1)],
    ),
    Case(
        "(NP (NP (DT the) (NN king)) (CC and) (NP (DT the) (NNS knights)))",
        "(NP (NP (DT the) (NN king)) (CC and) (DT the) (NNS knights))",
        [(Category.COORDINATION, "missing NP", 1)],
    ),
    Case(
        "(NP (NP (NP (NNS knights)) (PP (IN of) (NP (NNP Camelot)))) (CC and) (NP (NNS squires)))",
        "(NP (NP (NNS knights)) (PP (IN of) (NP (NP (NNP Camelot)) (CC and) (NP (NNS squires)))))",
        [
            (Category.COORDINATION, "CC NP moves from NP to NP", 3),
            (Category.COORDINATION, "missing NP", 1),
        ],
    ),
    Case(
        "(NP (NP (DT the) (NN king)))",
        "(NP (DT the) (NN king))",
        [(Category.X_OVER_X_UNARY, "missing NP", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBD sat) (RP down)))",
        f"(S {HE} (VP (VP (VBD sat) (RP down))))",
        [(Category.X_OVER_X_UNARY, "extra VP", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBD rode) (PP (TO to) (NP (NNP Camelot))) (NP (JJ last) (NN night))))",
        f"(S {HE} (VP (VBD rode) (PP (TO to) (NP (NNP Camelot)) (NP (JJ last) (NN night)))))",
        [(Category.NP_ATTACHMENT, "NP moves from PP to VP", 2)],
    ),
    Case(
        f"(S (PP (IN In) (NP (NNP May))) {HE} (VP (VBD rode)))",
        f"(S (PP (IN In) (NP (NNP May)) {HE}) (VP (VBD rode)))",
        [(Category.NP_ATTACHMENT, "NP moves from PP to S", 2)],
    ),
    Case(
        "(NP (NP (NNS knights)) (PP (IN of) (NP (NNP Camelot))) (VP (VBG riding) (NP (NNS horses))))",
        "(NP (NP (NNS knights)) (PP (IN of) (NP (NP (NNP Camelot)) (VP (VBG riding) (NP (NNS horses))))))",
        [(Category.VP_ATTACHMENT, "VP moves from NP to NP", 3)],
    ),
    Case(
        "(S (NP (DT the) (NN knight)) (VP (VBD rode) (NP (NN home))))",
        "(S (NP (DT the) (NN knight) (VP (VBD rode) (NP (NN home)))))",
        [(Category.VP_ATTACHMENT, "VP moves from NP to S", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBD spoke) (PP (IN of) (NP (NNP Camelot)))))",
        f"(S {HE} (VP (VBD spoke) (IN of) (NP (NNP Camelot))))",
        [(Category.UNSET_ADD, "missing PP", 1)],
    ),
    Case(
        f"(SBAR (IN that) (S {HE} (VP (VBD left))))",
        f"(SBAR (IN that) {HE} (VP (VBD left)))",
        [(Category.UNSET_ADD, "missing S", 1)],
    ),
    Case(
        f"(S {HE} (VP (VBD spoke) (IN of) (NP (NNP Camelot))))",
        f"(S {HE} (VP (VBD spoke) (PP (IN of) (NP (NNP Camelot)))))",
        [(Category.UNSET_REMOVE, "extra PP", 1)],
    ),
    Case(
        f"(SBAR (IN that) {HE} (VP (VBD left)))",
        f"(SBAR (IN that) (S {HE} (VP (VBD left))))",
        [(Category.UNSET_REMOVE, "extra S", 1)],
    ),
    Case(
        "(S (NP (DT the) (NN king)) (PRN (PRP it) (VBZ seems)) (VP (VBD left)))",
        "(S (NP (DT the) (NN king) (PRN (PRP it) (VBZ seems))) (VP (VBD left)))",
        [(Category.UNSET_MOVE, "PRN moves from NP to S", 2)],
    ),
    Case(
        f"(S {HE} (VP (VBD left) (NP (NN home))) (INTJ (UH alas)))",
        f"(S {HE} (VP (VBD left) (NP (NN home)) (INTJ (UH alas))))",
        [(Category.UNSET_MOVE, "INTJ moves from VP to S", 2)],
    ),
]

LABELS = ["S", "NP", "VP", "PP", "ADVP", "PRT", "NP-SBJ", "TOP", "UCP"]
TAGS = ["NN", "VBZ", "CC", "RB", ",", ".", "-NONE-", "``"]


def random_tree(leaves: list[Leaf], choose: random.Random) -> Tree:
    """Any tree over these leaves, unary chains and wrapper roots included."""

    def below(part: list[Leaf], *, depth: int) -> list[Tree | Leaf]:
        if len(part) == 1 and (depth > 6 or choose.random() < 0.6):
            return [part[0]]
        cuts = sorted(choose.sample(range(1, len(part)), min(choose.randint(0, 3), len(part) - 1)))
        pieces = [part[one:other] for one, other in zip([0, *cuts], [*cuts, len(part)])]
        if depth > 12:
            return list(part)
        return [
            node
            for piece in pieces
            for node in (
                [Tree(choose.choice(LABELS), below(piece, depth=depth + 1))]
                if choose.random() < 0.7
                else below(piece, depth=depth + 1)
            )
        ]

    return Tree(choose.choice(["TOP", "S", "", "NP"]), below(leaves, depth=0))


def pairs() -> st.SearchStrategy[tuple[Tree, Tree]]:
    """Two trees over the same words."""

    def made(tags: list[str], seed: int) -> tuple[Tree, Tree]:
        leaves = [Leaf(f"w{place}", tag) for place, tag in enumerate(tags)]
        choose = random.Random(seed)
        return random_tree(leaves, choose), random_tree(leaves, choose)

    tags = st.lists(st.sampled_from(TAGS), min_size=1, max_size=14)
    return st.builds(made, tags, st.integers(min_value=0, max_value=2**32))
