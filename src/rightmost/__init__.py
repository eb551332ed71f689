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

# A command must answer Ctrl-C as soon as it starts, so that this file imports next to nothing: not even typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rightmost import complexity as complexity
    from rightmost.decoding.scored import Scored as Scored
    from rightmost.errors import EmptySentence as EmptySentence
    from rightmost.errors import RightmostError as RightmostError
    from rightmost.evaluation.evalb import evaluate as evaluate
    from rightmost.modelfile.info import ModelInfo as ModelInfo
    from rightmost.parser import Parser as Parser
    from rightmost.parser import load as load
    from rightmost.patterns.pattern import Pattern as Pattern
    from rightmost.text.document import Document as Document
    from rightmost.text.document import Sentence as Sentence
    from rightmost.text.document import Word as Word
    from rightmost.transitions.action import Action as Action
    from rightmost.transitions.action import attach as attach
    from rightmost.transitions.action import juxtapose as juxtapose
    from rightmost.transitions.attach_juxtapose import replay as replay
    from rightmost.transitions.oracle import oracle as oracle
    from rightmost.trees.brackets import read_trees as read_trees
    from rightmost.trees.brackets import write_trees as write_trees
    from rightmost.trees.normalise import normalise as normalise
    from rightmost.trees.tree import Leaf as Leaf
    from rightmost.trees.tree import Span as Span
    from rightmost.trees.tree import Tree as Tree

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
    "ModelInfo",
    "Parser",
    "Pattern",
    "RightmostError",
    "Scored",
    "Sentence",
    "Span",
    "Tree",
    "Word",
    "attach",
    "complexity",
    "evaluate",
    "juxtapose",
    "load",
    "normalise",
    "oracle",
    "read_trees",
    "replay",
    "write_trees",
]

#: The module of each name. It is imported when the name is first asked for; some need torch, which takes a second.
_LATER = {
    "Action": "rightmost.transitions.action",
    "Document": "rightmost.text.document",
    "EmptySentence": "rightmost.errors",
    "Leaf": "rightmost.trees.tree",
    "ModelInfo": "rightmost.modelfile.info",
    "Parser": "rightmost.parser",
    "Pattern": "rightmost.patterns.pattern",
    "RightmostError": "rightmost.errors",
    "Scored": "rightmost.decoding.scored",
    "Sentence": "rightmost.text.document",
    "Span": "rightmost.trees.tree",
    "Tree": "rightmost.trees.tree",
    "Word": "rightmost.text.document",
    "attach": "rightmost.transitions.action",
    "evaluate": "rightmost.evaluation.evalb",
    "juxtapose": "rightmost.transitions.action",
    "load": "rightmost.parser",
    "normalise": "rightmost.trees.normalise",
    "oracle": "rightmost.transitions.oracle",
    "read_trees": "rightmost.trees.brackets",
    "replay": "rightmost.transitions.attach_juxtapose",
    "write_trees": "rightmost.trees.brackets",
}
#: Modules that can be used without importing them by name, as in `rightmost.errors.BadUsage`.
_MODULES = frozenset({"complexity", "errors", "evaluation", "patterns", "transitions", "trees"})


def __getattr__(name: str) -> Any:
    """The name, imported on its first use."""
    from importlib import import_module

    if name in _LATER:
        globals()[name] = value = getattr(import_module(_LATER[name]), name)
        return value
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
