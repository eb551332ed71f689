"""Joined clauses as the Penn Treebank has them: what is joined to an S is an S.

A parser that reads from left to right must decide on the first clause before it sees that there is a second one, and
many a parser then leaves it as it is.
"""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree, category

MARKS = frozenset({",", ":", "``", "''"})
BESIDE_VERB = frozenset({"ADVP", "PP", "VP"})


def with_joined_clauses(tree: Tree) -> Tree:
    """The tree with one SBAR over two clauses that both lack `that`, and an S over a clause without a subject to which
    a whole one is joined.

    >>> lain = "(SBAR (S (SBAR (S (NP (PRP he)) (VP (VBD lay)))) (CC and) (S (NP (PRP she)) (VP (VBD sat)))))"
    >>> str(with_joined_clauses(Tree.from_string(lain)))
    '(SBAR (S (S (NP (PRP he)) (VP (VBD lay))) (CC and) (S (NP (PRP she)) (VP (VBD sat)))))'
    >>> broken = "(S (VP (VBZ Looks) (ADJP (JJ nice))) (CC but) (S (NP (PRP it)) (VP (VBD broke))))"
    >>> str(with_joined_clauses(Tree.from_string(broken)))
    '(S (S (VP (VBZ Looks) (ADJP (JJ nice)))) (CC but) (S (NP (PRP it)) (VP (VBD broke))))'
    """
    return tree.rebuilt(_clause)


def _clause(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match label, children:
        case "SBAR", [Tree(label="S", children=(Tree(label="SBAR", children=(Tree(label="S") as first,)), *rest))]:
            if _joins_clause(rest):
                return Tree(label, [Tree("S", [first, *rest])])
        case "S", _:
            end = next((place for place, child in enumerate(children) if category(child) not in BESIDE_VERB), 0)
            if end and category(children[end - 1]) == "VP" and _joins_clause(children[end:]):
                return Tree(label, [Tree("S", children[:end]), *children[end:]])
    return Tree(label, children)


def _joins_clause(rest: list[Tree | Leaf]) -> bool:
    """Whether they are a conjunction, a clause and nothing else but marks and adverbs."""
    kinds = [kind for child in rest if (kind := category(child)) not in MARKS and kind not in {".", "ADVP"}]
    return kinds == ["CC", "S"]
