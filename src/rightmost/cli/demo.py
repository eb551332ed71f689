"""`rightmost demo`: the running example, growing word by word."""

from __future__ import annotations

import sys

from rightmost.transitions.attach_juxtapose import State
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from rightmost.trees.unary import expand

EXAMPLE = "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the) (NNPS Britons))))))"


def growth(tree: Tree) -> list[tuple[str, Tree]]:
    """Each action of the oracle, and the tree it leads to."""
    state, steps = State(), []
    for action, leaf in zip(oracle(tree), tree.leaves):
        state = state.apply(action, leaf)
        assert state.tree is not None
        steps.append((str(action), expand(state.tree)))
    return steps


def command() -> None:
    """Show the running example, Arthur is King of the Britons, growing one word an action."""
    tree = Tree.from_string(EXAMPLE)
    for word, (action, partial) in zip(tree.words, growth(tree)):
        print(f"{word}: {action}\n\n{partial.draw(colour=sys.stdout.isatty())}\n")
