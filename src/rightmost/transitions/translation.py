"""Attach-juxtapose into in-order shift-reduce and back (the paper's Theorem 4, its two lemmas and corollaries)."""

from __future__ import annotations

from collections.abc import Iterable

from rightmost.errors import IllegalAction
from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.transitions.in_order import REDUCE, SHIFT, InOrderAction, Stack, phi_inverse, project
from rightmost.transitions.oracle import rightmost_chain
from rightmost.trees.tree import Tree


def xi(tree: Tree | None) -> tuple[Tree | None, int]:
    """The partial tree with its whole chain open: (t, L(t) - 1)."""
    return tree, (-1 if tree is None else len(rightmost_chain(tree)) - 1)


def stack_of(tree: Tree | None) -> Stack:
    """The in-order stack that stands for an attach-juxtapose state; different trees have different stacks."""
    return phi_inverse(*xi(tree))


def translate(action: Action, chain_length: int) -> list[InOrderAction]:
    """Theorem 4: the in-order actions that do what `action` does to a tree with `chain_length` nodes on its chain.

    >>> print(*translate(juxtapose(2, "PP", "NP"), 3))
    reduce PJ-NP shift PJ-PP
    """
    action.check(chain_length)
    under = [] if action.parent_label is None else [project(action.parent_label)]
    if chain_length == 0:
        return [SHIFT, *under]
    if action.new_label is None:
        return [REDUCE] * (chain_length - action.target - 1) + [SHIFT, *under]
    return [REDUCE] * (chain_length - action.target) + [project(action.new_label), SHIFT, *under]


def chain_length_after(action: Action, chain_length: int) -> int:
    """L of the tree after `action`."""
    return (action.target + 1 if chain_length else 0) + (action.parent_label is not None)


def translate_all(actions: Iterable[Action]) -> list[InOrderAction]:
    """The whole in-order sequence, with the reduces that finish the tree: n + 2m actions for n words and m nodes."""
    translated: list[InOrderAction] = []
    chain_length = 0
    for action in actions:
        translated += translate(action, chain_length)
        chain_length = chain_length_after(action, chain_length)
    return translated + [REDUCE] * chain_length


def translate_back(in_order: Iterable[InOrderAction]) -> list[Action]:
    """The attach-juxtapose actions of a whole in-order sequence: `translate_back(translate_all(actions)) == actions`.

    Each word's share is some reduces, a projection if they are those of a juxtapose, its shift, and a projection if the
    word has a parent of its own. A juxtapose reduces at least once, so the shares can be told apart.
    """
    actions: list[Action] = []
    chain_length = reduces = 0
    new: str | None = None
    for step in in_order:
        if step == REDUCE:
            reduces += 1
        elif step == SHIFT:
            target = chain_length - reduces - (new is None) if actions else 0
            if target < 0 or (not actions and (reduces or new is not None)):
                raise IllegalAction(
                    f"word {len(actions) + 1}: {reduces} reduces with {chain_length} nodes on the chain"
                )
            actions.append(attach(target, None) if new is None else juxtapose(target, None, new))
            chain_length = chain_length_after(actions[-1], chain_length)
            reduces, new = 0, None
        elif actions and reduces == 0 and new is None:
            last = actions[-1]
            if last.parent_label is not None:
                raise IllegalAction(f"{step}: two projections in a row")
            actions[-1] = Action(last.target, step.label, last.new_label)
            chain_length += 1
        elif new is not None:
            raise IllegalAction(f"{step}: two projections in a row")
        else:
            new = step.label
    return actions
