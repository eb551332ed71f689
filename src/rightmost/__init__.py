"""Rightmost: a strongly incremental constituency parser.

>>> import rightmost
>>> tree = rightmost.Tree.from_string("(S (NP (NNP Arthur)) (VP (VBZ is)))")
>>> actions = rightmost.oracle(tree)
>>> print(*actions)
attach(0,NP) juxtapose(0,VP,S)
>>> rightmost.replay(actions, tree.leaves) == tree
True
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rightmost.errors import EmptySentence, RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.transitions.action import Action, attach, juxtapose
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.normalise import normalise
from rightmost.trees.tree import Leaf, Span, Tree

if TYPE_CHECKING:
    from rightmost import complexity as complexity
    from rightmost.decoding.scored import Scored as Scored
    from rightmost.parser import Parser as Parser
    from rightmost.parser import load as load
    from rightmost.patterns.pattern import Pattern as Pattern
    from rightmost.text.document import Document as Document

# How often torch's threads look for work before they sleep, read when torch is imported. They would look a hundred
# times as often, and beside another parser a sentence would take 30 times as long (benchmarks/busy.py).
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "3000")

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Document",
    "EmptySentence",
    "Leaf",
    "Parser",
    "Pattern",
    "RightmostError",
    "Scored",
    "Span",
    "Tree",
    "attach",
    "complexity",
    "evaluate",
    "juxtapose",
    "load",
    "normalise",
    "oracle",
    "replay",
]

#: What is imported when it is first asked for: most of it needs torch, which takes a second.
_LATER = {
    "Document": "rightmost.text.document",
    "Parser": "rightmost.parser",
    "Pattern": "rightmost.patterns.pattern",
    "Scored": "rightmost.decoding.scored",
    "load": "rightmost.parser",
}


def __getattr__(name: str) -> Any:
    """What is imported when it is first asked for."""
    if name == "complexity":
        return import_module("rightmost.complexity")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
