"""The best action in any state, also one that the gold tree's actions do not pass through.

A bracket is a label over a span. Of the gold brackets, those that end before the coming word t are found or missed for
good. Those that begin at t are made by its parent label, or later, above that. What the action must not lose are the
others. No two nodes of a chain begin at the same word (there are no unary chains), and each grows until it is left, so

- a gold bracket that ends at t is found if the chain has its node and the action leaves it: the target is above it;
- one that goes on past t (open) can be found if a node of the chain begins where it does: by staying in that node, if
  it has the bracket's label, or else by a juxtapose that makes the bracket above it. Otherwise it is lost.

The open ones are nested, and the lowest that can be found decides: a target above would lose it, and win at most one
other in its place. If word t lies in a lower one that is lost, the word goes to the chain's lowest node that reaches
over its beginning. That costs nothing, and what it should have been part of is most likely in there. Unary chains count
as one bracket.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from rightmost.errors import RightmostError
from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.trees.tree import Span, Tree
from rightmost.trees.unary import collapse


class ChainNode(NamedTuple):
    """A node of a state's rightmost chain, and the word it begins at."""

    label: str
    start: int


class DynamicOracle:
    """Knows a gold tree, and what is best for it wherever a parser has come to."""

    def __init__(self, gold: Tree) -> None:
        brackets = collapse(gold).spans()  # from the outside in and from left to right
        self._brackets = frozenset(brackets)
        self._above: dict[Span, Span] = {}
        self._lowest: list[Span | None] = []  # of the brackets around each word that begin before it
        self._parent_label: list[str | None] = []  # of the lowest that begins at each word
        coming, path = brackets[::-1], list[Span]()
        for word in range(len(gold.words)):
            while path and path[-1].right <= word:
                path.pop()
            self._lowest.append(path[-1] if path else None)
            self._parent_label.append(None)
            while coming and coming[-1].left == word:
                bracket = coming.pop()
                if path:
                    self._above[bracket] = path[-1]
                path.append(bracket)
                self._parent_label[-1] = bracket.label

    def best_action(self, word: int, chain: Sequence[ChainNode]) -> Action:
        """The best action for that word in a state with that chain, root first."""
        parent_label, lowest = self._parent_label[word], self._lowest[word]
        if lowest is None:
            return attach(0, parent_label)  # the first word of all
        host = place = bisect_right(chain, lowest.left, key=_start) - 1
        reachable = lowest
        while chain[place].start != reachable.left:  # the roots begin alike
            reachable = self._above[reachable]
            place = bisect_right(chain, reachable.left, key=_start) - 1
        label = chain[place].label
        is_finished = Span(reachable.left, word, label) in self._brackets
        if label != reachable.label or is_finished:
            return juxtapose(place, parent_label, reachable.label)
        return attach(host, parent_label)


def best_actions(gold: Tree, taken: Sequence[Action]) -> list[Action]:
    """For each state that the actions `taken`, one a word, pass through, the action that is best for the gold tree.

    >>> from rightmost.transitions.oracle import oracle
    >>> gold = Tree.from_string("(S (NP (PRP They)) (VP (VBP see) (NP (NP (NNS stars)) (PP (IN at) (NP (NN night))))))")
    >>> print(*best_actions(gold, oracle(gold)))
    attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(3,NP)
    >>> other = Tree.from_string("(S (NP (PRP They)) (VP (VBP see) (NP (NNS stars)) (PP (IN at) (NP (NN night)))))")
    >>> print(*best_actions(gold, oracle(other)))
    attach(0,NP) juxtapose(0,VP,S) attach(1,NP) juxtapose(2,PP,NP) attach(2,NP)
    """
    if len(taken) != len(gold.words):
        raise RightmostError(f"{len(taken)} actions for {len(gold.words)} words: every word takes exactly one action")
    best = DynamicOracle(gold)
    chain: list[ChainNode] = []
    actions = []
    for word, action in enumerate(taken):
        actions.append(best.best_action(word, chain))
        del chain[action.target + 1 :]
        if action.new_label is not None:
            chain[-1] = ChainNode(action.new_label, chain[-1].start)
        if action.parent_label is not None:
            chain.append(ChainNode(action.parent_label, word))
    return actions


def _start(node: ChainNode) -> int:
    return node.start
