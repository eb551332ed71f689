"""From the predicted tree to the gold one in single steps, each the one that fixes most brackets.

The steps are those of the Berkeley Parser Analyser (Kummerfeld et al. 2012): relabel, add or remove a node, or move
neighbouring nodes to another parent. Every step fixes at least one bracket and spoils none, so the repair comes to an
end on any two trees over the same words, and each difference is attributed to exactly one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rightmost.evaluation.bracketed_sentence import BracketedSentence
from rightmost.evaluation.repairs.balance import Balance, Fixed
from rightmost.evaluation.repairs.category import Category, category_of
from rightmost.evaluation.repairs.change import Edit, Relocation
from rightmost.evaluation.repairs.edit import Chains, add, adding, chains_of, relabel, relabelling, remove, removing
from rightmost.evaluation.repairs.move import best_move, make_move
from rightmost.evaluation.repairs.repair_node import RepairNode, compared_brackets, node_of
from rightmost.trees.tree import Span


@dataclass(frozen=True, slots=True)
class Repair:
    """One error: what was changed, its category, the words concerned, and the brackets attributed to it."""

    category: Category
    change: Edit | Relocation
    #: The words of the node, or of the nodes moved, among those that evalb counts.
    left: int
    right: int
    #: Gold brackets that the predicted tree lacked, and predicted ones that the gold tree has not.
    missing: tuple[Span, ...]
    extra: tuple[Span, ...]

    @property
    def brackets(self) -> int:
        """How many brackets are attributed to the error."""
        return len(self.missing) + len(self.extra)


def repairs_of(gold: BracketedSentence, predicted: BracketedSentence) -> list[Repair]:
    """The repairs that make the predicted tree the gold one, in the order in which they are made.

    Both sentences are as evalb sees them, over the same words.

    >>> from rightmost.evaluation.parameters import COLLINS
    >>> from rightmost.evaluation.bracketed_sentence import sentence_of
    >>> from rightmost.trees.tree import Tree
    >>> gold = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NN Camelot)))))")
    >>> predicted = Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King)) (PP (IN of) (NN Camelot))))")
    >>> for repair in repairs_of(sentence_of(gold, COLLINS), sentence_of(predicted, COLLINS)):
    ...     print(f"{repair.category.value}: {repair.change}")
    PP attachment: missing NP
    """
    return list(_steps(gold, predicted, tree=node_of(predicted)))


def repaired(gold: BracketedSentence, predicted: BracketedSentence) -> list[Span]:
    """The predicted tree's brackets after all repairs, parents before children: the gold tree's, if all is well."""
    tree = node_of(predicted)
    for _ in _steps(gold, predicted, tree=tree):
        pass
    return [node.span for node in tree.nodes()]


def _steps(gold: BracketedSentence, predicted: BracketedSentence, *, tree: RepairNode) -> Iterator[Repair]:
    balance = Balance(compared_brackets(gold), compared_brackets(predicted))
    chains = chains_of(node_of(gold))
    while balance:
        yield _step(tree, balance, gold=chains)


def _step(tree: RepairNode, balance: Balance, *, gold: Chains) -> Repair:
    """The repair that fixes most; of equally good ones relabelling first, then adding, removing, moving."""
    renaming = relabelling(tree, balance)
    plan = best_move(tree, balance, more_than=1 if renaming is None else 2)
    if plan is not None:
        left, right = plan.move.left, plan.move.right
        relocation, fixed = make_move(plan, balance)
        return _repair(relocation, fixed, left=left, right=right)
    if renaming is not None:
        node, label = renaming
        edit, fixed = relabel(node, label, balance=balance)
        return _repair(edit, fixed, left=node.left, right=node.right)
    opening = adding(tree, balance, gold=gold)
    if opening is not None:
        span, where = opening
        edit, fixed = add(span, where, balance=balance)
        return _repair(edit, fixed, left=span.left, right=span.right)
    node = removing(tree, balance)
    edit, fixed = remove(node, balance)
    return _repair(edit, fixed, left=node.left, right=node.right)


def _repair(change: Edit | Relocation, fixed: Fixed, *, left: int, right: int) -> Repair:
    return Repair(category_of(change), change, left, right, fixed.missing, fixed.extra)
