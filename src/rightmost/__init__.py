"""Rightmost: a strongly incremental constituency parser.

>>> import rightmost
>>> tree = rightmost.Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
>>> actions = rightmost.oracle(tree)
>>> print(*actions)
attach(0,NP) juxtapose(0,VP,S)
>>> rightmost.replay(actions, tree.leaves) == tree
True
"""

from rightmost.errors import EmptySentence, RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Leaf, Span, Tree

__version__ = "0.1.0"

__all__ = [
    "Action",
    "EmptySentence",
    "Leaf",
    "RightmostError",
    "Span",
    "Tree",
    "attach",
    "evaluate",
    "juxtapose",
    "normalise",
    "oracle",
    "replay",
]
