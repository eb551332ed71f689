"""What stands behind a noun, as the Penn Treebank has it: one NP over all of it. MASC and CRAFT have one over each."""

from __future__ import annotations

from collections.abc import Sequence

from rightmost.trees.tree import Leaf, Tree, category

MARKS = frozenset({",", ".", ":", "``", "''"})
CLAUSES = frozenset({"SBAR", "VP", "ADJP", "S", "RRC"})
#: What may stand between a noun and its clause, and the clauses that go with it.
LEVELS = ((frozenset({"PP", "PRN"}), CLAUSES), (frozenset({"NP"}), frozenset({"SBAR"})))


def with_flat_postmodifiers(tree: Tree) -> Tree:
    """The tree with a clause beside the phrases before it, not above them.

    >>> stacked = "(NP (NP (NP (NN king)) (PP (IN of) (NP (NNPS Britons)))) (SBAR (S (VP (TO to) (VP (VB be))))))"
    >>> str(with_flat_postmodifiers(Tree.from_string(stacked)))
    '(NP (NP (NN king)) (PP (IN of) (NP (NNPS Britons))) (SBAR (S (VP (TO to) (VP (VB be))))))'
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    match label, children:
        case "NP", [Tree(label="NP", children=(Tree(label="NP") as noun, *before)), *behind]:
            kinds = _kinds(before), _kinds(behind)
            if all(kinds) and any(all(map(frozenset.issubset, kinds, level)) for level in LEVELS):
                return Tree(label, [noun, *before, *behind])
    return Tree(label, children)


def _kinds(children: Sequence[Tree | Leaf]) -> frozenset[str]:
    return frozenset(map(category, children)) - MARKS
