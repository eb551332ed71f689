"""The commas on both sides of an aside, and a quotation mark that closes before it: they are the aside's own."""

from __future__ import annotations

from rightmost.trees.tree import Leaf, Tree


def with_commas_in_asides(tree: Tree) -> Tree:
    """The tree with the marks around an aside under its PRN, but for a quotation mark that opens behind it.

    >>> said = "(S (NP (PRP I)) (, ,) ('' '') (PRN (S (NP (PRP he)) (VP (VBD said)))) (, ,) (`` ``) (VP (VBP go)))"
    >>> str(with_commas_in_asides(Tree.from_string(said)))
    "(S (NP (PRP I)) (PRN (, ,) ('' '') (S (NP (PRP he)) (VP (VBD said))) (, ,)) (`` ``) (VP (VBP go)))"
    """
    return tree.rebuilt(_phrase)


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree | Leaf:
    done: list[Tree | Leaf] = []
    for child in children:
        match [*done[-3:], child]:
            case [Leaf(tag=","), Leaf(tag="''"), Tree(label="PRN") as aside, Leaf(tag=",")] if _is_bare(aside):
                done[-3:] = [Tree("PRN", [*done[-3:-1], *aside.children, child])]
            case [*_, Leaf(tag=","), Tree(label="PRN") as aside, Leaf(tag=",")] if _is_bare(aside):
                done[-2:] = [Tree("PRN", [done[-2], *aside.children, child])]
            case _:
                done.append(child)
    return Tree(label, done)


def _is_bare(aside: Tree) -> bool:
    """Whether it has no marks of its own at its ends: then a phrase is there, or a conjunction."""
    return not any(isinstance(end, Leaf) and end.tag != "CC" for end in (aside.children[0], aside.children[-1]))
