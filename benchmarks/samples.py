"""Random trees of realistic size, for the benchmarks: no treebank is needed to run them."""

from __future__ import annotations

import random

from rightmost.transitions.action import Action
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.translation import chain_length_after
from rightmost.trees.tree import Leaf, Tree

LABELS = ["S", "NP", "VP", "PP", "SBAR", "ADJP", "ADVP", "QP", "WHNP", "PRN"]
TAGS = ["NN", "NNS", "NNP", "VBZ", "VBD", "IN", "DT", "JJ", "RB", ",", "."]


def random_tree(choose: random.Random, words: int) -> Tree:
    """What random actions build over `words` words, targets mostly near the bottom of the chain, as in English."""
    actions: list[Action] = []
    chain = 0
    for _ in range(words):
        target = max(0, chain - 1 - int(choose.expovariate(0.5)))
        parent = choose.choice(LABELS) if chain == 0 or choose.random() < 0.55 else None
        new = choose.choice(LABELS) if chain and choose.random() < 0.25 else None
        actions.append(Action(target, parent, new))
        chain = chain_length_after(actions[-1], chain)
    numbers = [int(choose.paretovariate(0.6)) % 5000 for _ in actions]
    return replay(actions, [Leaf(f"w{number}", TAGS[number % len(TAGS)]) for number in numbers])


def random_trees(count: int, *, mean_length: float = 23.5, seed: int = 0) -> list[Tree]:
    """Trees whose lengths spread as a treebank's do (gamma, shape 4)."""
    choose = random.Random(seed)
    return [random_tree(choose, max(1, round(choose.gammavariate(4, mean_length / 4)))) for _ in range(count)]
