"""The in-order shift-reduce system, ISR (Liu and Zhang 2017; the paper's Theorem 3).

A stack holds subtrees and *projected nonterminals* `(X`, each above the subtree that becomes its first child. It is
legal if repeated `reduce` can bring it to one partial tree; then it stands for that tree with its rightmost chain open
down to some depth, and `phi` and `phi_inverse` go to and fro.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from rightmost.errors import EmptySentence, IllegalAction, RightmostError
from rightmost.transitions.action import label_from_text, label_text
from rightmost.transitions.oracle import rightmost_chain
from rightmost.trees.tree import Leaf, Tree


@dataclass(frozen=True, slots=True)
class Projected:
    """`(X` on the stack: a node whose first child is right below it and whose other children are still to come."""

    label: str


Element: TypeAlias = Tree | Leaf | Projected
Stack: TypeAlias = tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class InOrderAction:
    """`shift`, `reduce`, or the projection `PJ-X` of a label."""

    name: str
    label: str | None = None

    def __str__(self) -> str:
        return self.name if self.label is None else f"PJ-{label_text(self.label)}"


SHIFT = InOrderAction("shift")
REDUCE = InOrderAction("reduce")


def project(label: str) -> InOrderAction:
    """The action `PJ-label`."""
    return InOrderAction("project", label)


def parse_in_order_action(text: str) -> InOrderAction:
    """The action written in `text`.

    >>> parse_in_order_action("PJ-NP") == project("NP")
    True
    """
    if text in ("shift", "reduce"):
        return InOrderAction(text)
    label = label_from_text(text[3:]) if text.startswith("PJ-") else None
    if label is None:
        raise RightmostError(f"unknown action {text!r}; allowed: shift, reduce or PJ-LABEL")
    return project(label)


# -- the transition system ------------------------------------------------------------------------


def apply(stack: Stack, action: InOrderAction, leaf: Leaf | None = None) -> Stack:
    """The stack after `action`; a shift pushes `leaf`. Raises IllegalAction if the result would be no legal stack."""
    elements = list(stack)
    _apply(elements, action, leaf)
    return tuple(elements)


def _apply(stack: list[Element], action: InOrderAction, leaf: Leaf | None) -> None:
    if action == SHIFT:
        if len(stack) == 1:
            raise IllegalAction("shift onto a single subtree: nothing could ever join the two; project a label first")
        if leaf is None:
            raise IllegalAction("shift with no word left: only reduce and PJ-LABEL are allowed now")
        stack.append(leaf)
    elif action == REDUCE:
        place = len(stack) - 1
        while place > 0 and not isinstance(stack[place], Projected):
            place -= 1
        if place <= 0:
            raise IllegalAction("reduce with no projected nonterminal on the stack")
        if isinstance(stack[place - 1], Projected):
            raise IllegalAction("reduce of a projected nonterminal with no subtree below it to be its first child")
        stack[place - 1 :] = [_reduced(stack[place - 1 :])]
    else:
        if not stack or isinstance(stack[-1], Projected):
            raise IllegalAction(f"{action} with no subtree on top of the stack to be its first child")
        assert action.label is not None
        stack.append(Projected(action.label))


def _reduced(elements: list[Element]) -> Tree:
    first, projected, *others = elements
    assert isinstance(projected, Projected)
    return Tree(projected.label, [first, *others])  # type: ignore[list-item]


def replay_in_order(actions: Iterable[InOrderAction], leaves: Iterable[Leaf]) -> Tree:
    """The tree that `actions` build over `leaves`. `replay_in_order(in_order_oracle(tree), tree.leaves) == tree`."""
    stack: list[Element] = []
    words = iter(leaves)
    for number, action in enumerate(actions, start=1):
        try:
            _apply(stack, action, next(words, None) if action == SHIFT else None)
        except IllegalAction as error:
            raise IllegalAction(f"action {number}: {error}") from None
    if not stack:
        raise EmptySentence("no actions: there is no tree to build")
    left = len(list(words))
    if left or len(stack) > 1 or not isinstance(stack[0], Tree):
        raise IllegalAction(
            f"the actions end with {left} words unread and {len(stack)} elements on the stack, not one tree"
        )
    return stack[0]


def in_order_oracle(tree: Tree) -> list[InOrderAction]:
    """The actions that build the tree as it is: first child, `PJ-X`, other children, `reduce`; n + 2m of them.

    >>> print(*in_order_oracle(Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")))
    shift PJ-NP reduce PJ-S shift PJ-VP reduce reduce
    """
    actions: list[InOrderAction] = []
    path: list[tuple[str, bool]] = []  # labels of the open nodes, and whether each is projected
    for item, change in tree.flat:
        if not isinstance(item, Leaf):
            path.append((item, False))
            continue
        actions.append(SHIFT)
        for closing in [*[True] * -change, False]:
            if not path:
                break
            label, projected = path[-1]
            if not projected:
                actions.append(project(label))
                path[-1] = (label, True)
            if closing:
                actions.append(REDUCE)
                path.pop()
    return actions


# -- legal stacks and trees -----------------------------------------------------------------------


def is_legal(stack: Stack) -> bool:
    """Whether repeated `reduce` brings the stack to one partial tree (the legal-states lemma, read off its patterns).

    The empty stack, where every parse starts, counts as legal: its tree is the empty one.
    """
    projected = [isinstance(element, Projected) for element in stack]
    starts_well = projected[:2] in ([], [False], [False, True])
    return starts_well and not any(here and above for here, above in pairwise(projected))


def reduced_fully(stack: Stack) -> Tree | Leaf | None:
    """The one partial tree that repeated `reduce` leaves; None of the empty stack. Raises IllegalAction if stuck."""
    elements = list(stack)
    while len(elements) > 1:
        _apply(elements, REDUCE, None)
    if not elements:
        return None
    (tree,) = elements
    if isinstance(tree, Projected):
        raise IllegalAction(f"({tree.label} at the bottom of the stack has no first child")
    return tree


def phi(stack: Stack) -> tuple[Tree | Leaf | None, int]:
    """Theorem 3: the (tree, i) that a legal stack stands for; chain nodes 0 to i are the ones still open."""
    return reduced_fully(stack), sum(isinstance(element, Projected) for element in stack) - 1


def phi_inverse(tree: Tree | Leaf | None, index: int) -> Stack:
    """Theorem 3: the one legal stack that stands for (tree, index), -1 <= index < chain length.

    One thing the paper's statement passes over: where an open chain node is the *only* child of another, as NP in
    (S (NP ...)) with index 1, there is no such stack, since NP must be reduced before S is projected. That raises.
    """
    chain = rightmost_chain(tree) if isinstance(tree, Tree) else []
    if not -1 <= index < max(len(chain), 0 if tree is None else 1) or (not chain and index != -1):
        raise IllegalAction(f"index {index} for a chain of {len(chain)} nodes; allowed: -1 to {len(chain) - 1}")
    if index == -1:
        return () if tree is None else (tree,)
    stack: list[Element] = []
    for node in chain[: index + 1]:
        on_chain_and_open = node is not chain[index]
        first, *others = node.children
        if on_chain_and_open and not others:
            raise IllegalAction(f"chain node {node.label} over a single open node: no stack holds both as projected")
        stack.extend([first, Projected(node.label), *(others[:-1] if on_chain_and_open else others)])
    return tuple(stack)
