"""The best action in any state, also one that no action sequence of the gold tree passes through.

A bracket is a label over a span. Of the gold brackets, those that end before the coming word t are found or missed for
good. Those that begin at t are made by its parent label, or later, above that. What the action must not lose are the
others: nodes of the chain grow on until they are left, so

- a gold bracket that ends at t is found if the chain has its node and the action leaves it: the target is above it;
- one that goes on past t (open) is found if the chain has its node and the action stays in it, or if a juxtapose makes
  it above a node of the chain that begins where it does. Otherwise it is lost.

The open ones are nested, so the lowest that can still be found decides: staying in that one leaves no other worse off.
If word t lies in a lower one that is lost, the word goes to the chain's lowest node that reaches over its beginning.
That costs nothing, and what it should have been part of is most likely in there. Unary chains count as one bracket.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rightmost.errors import RightmostError
from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Span, Tree
from rightmost.trees.unary import collapse


class ChainNode(NamedTuple):
    """A node of a state's rightmost chain, and the word it begins at."""

    label: str
    start: int


class DynamicOracle:
    """Knows a gold tree, and what is best for it wherever a parser has come to."""

    def __init__(self, gold: Tree) -> None:
        words = len(gold.words)
        self._parent_label: list[str | None] = [None] * words  # of the lowest bracket that begins at each word
        self._around: list[list[Span]] = [[] for _ in range(words)]  # those that began before and go up to it or past
        for bracket in collapse(gold).spans():  # from the outside in
            self._parent_label[bracket.left] = bracket.label
            for word in range(bracket.left + 1, min(bracket.right + 1, words)):
                self._around[word].append(bracket)

    def best_action(self, word: int, chain: Sequence[ChainNode]) -> Action:
        """The best action for that word in a state with that chain, root first."""
        parent_label = self._parent_label[word]
        if word == 0:
            return attach(0, parent_label)
        begin = {node.start for node in chain}
        around = self._around[word]
        still_open = [bracket for bracket in around if bracket.right > word]
        lowest = still_open[-1]
        found = next((bracket for bracket in reversed(still_open) if bracket.left in begin), None)
        target = 0
        if found is not None:
            alike = [bracket for bracket in around if bracket.left == found.left]
            target, is_there = _place(alike, chain, word)
            if not is_there:
                return juxtapose(target, parent_label, found.label)
        if found is not lowest:
            target = max(target, *(place for place, node in enumerate(chain) if node.start < lowest.left))
        return attach(target, parent_label)


def best_actions(gold: Tree, followed: Tree) -> list[Action]:
    """For each state on the way to the tree `followed`, the best action for the tree `gold` of the same words.

    >>> gold = Tree.from_string("(S (NP (PRP They)) (VP (VBP see) (NP (NP (NNS stars)) (PP (IN at) (NP (NN night))))))")
    >>> print(*best_actions(gold, gold))
    attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(3,NP)
    >>> other = Tree.from_string("(S (NP (PRP They)) (VP (VBP see) (NP (NNS stars)) (PP (IN at) (NP (NN night)))))")
    >>> print(*best_actions(gold, other))
    attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(2,NP)
    """
    if gold.words != followed.words:
        raise RightmostError(f"not the same words: {' '.join(gold.words)!r} and {' '.join(followed.words)!r}")
    best = DynamicOracle(gold)
    chain: list[ChainNode] = []
    actions = []
    for word, action in enumerate(oracle(followed)):
        actions.append(best.best_action(word, chain))
        chain = _chain_after(chain, action, word)
    return actions


def _place(alike: Sequence[Span], chain: Sequence[ChainNode], word: int) -> tuple[int, bool]:
    """The chain node of the lowest open one of these brackets, which all begin at one word of the chain's; or, if it
    has none, the node that it must be made above, and False. From the inside out, each bracket has the lowest node
    that is left, so that most are left to the outer ones."""
    places = [place for place, node in enumerate(chain) if node.start == alike[-1].left]
    first, until = places[0], places[-1] + 1

    def lowest_node(label: str) -> int | None:
        return next((place for place in reversed(range(first, until)) if chain[place].label == label), None)

    *outer, inner = alike
    if inner.right == word:  # which must be left now
        finished = lowest_node(inner.label)
        until = until if finished is None else finished
        *outer, inner = outer
    place = lowest_node(inner.label)
    if place is not None:
        return place, True
    # To be made: below the nodes of outer brackets, above one at least that begins here.
    until = min(until, places[-1])
    matched = -1
    for bracket in reversed(outer):
        place = lowest_node(bracket.label)
        if place is not None:
            matched, until = max(matched, place), place
    return max(matched + 1, first), False


def _chain_after(chain: Sequence[ChainNode], action: Action, word: int) -> list[ChainNode]:
    kept = list(chain[: action.target + 1])
    if action.new_label is not None:
        kept[-1] = ChainNode(action.new_label, kept[-1].start)
    if action.parent_label is not None:
        kept.append(ChainNode(action.parent_label, word))
    return kept
