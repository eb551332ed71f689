"""Sentences for the benchmarks of trained models: gold ones, or made up, so that no treebank is needed to run them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rightmost.errors import RightmostError
from rightmost.evaluation.evalb import evaluate
from rightmost.parser import Parser
from rightmost.trees.brackets import read_trees
from rightmost.trees.tree import Tree

_NOUNS = ("king", "castle", "road", "friend", "idea", "letter", "river", "question", "garden", "teacher", "market")
_VERBS = ("saw", "wanted", "found", "built", "sold", "forgot", "visited", "described", "followed", "noticed")
_ADJECTIVES = ("old", "quiet", "new", "small", "strange", "green", "careful", "famous", "warm", "tired")
_JOINS = (("and",), ("because",), ("while",), ("but",), (",", "which"), ("after",))
_STEPS = ("of", "near", "behind", "with", "without", "for")


def generated(count: int, *, words: int, seed: int = 0) -> list[list[str]]:
    """So many sentences of exactly so many words: clauses with prepositional phrases, joined."""
    choose = random.Random(seed)
    return [_sentence(choose, words) for _ in range(count)]


def _sentence(choose: random.Random, words: int) -> list[str]:
    made: list[str] = []
    while len(made) < words - 1:
        if made:
            made += choose.choice(_JOINS)
        made += [*_phrase(choose), choose.choice(_VERBS), *_phrase(choose)]
        if choose.random() < 0.5:
            made += [choose.choice(_STEPS), *_phrase(choose)]
    return [*made[: words - 1], "."]


def _phrase(choose: random.Random) -> list[str]:
    adjective = [choose.choice(_ADJECTIVES)] if choose.random() < 0.4 else []
    return [choose.choice(("the", "a", "our", "this")), *adjective, choose.choice(_NOUNS)]


def gold_trees(paths: Sequence[str], most: int | None = None) -> list[Tree]:
    """The files' trees; with `most`, so many of them, spread evenly."""
    trees = [tree for path in paths for tree in read_trees(path)]
    if not trees:
        raise RightmostError(f"no trees in {', '.join(paths)}")
    if most is None or most >= len(trees):
        return trees
    return [trees[number * len(trees) // most] for number in range(most)]


def f1_of(parser: Parser, trees: Sequence[Tree], *, beam: int) -> float:
    """evalb's, with the gold tags put into the predicted trees."""
    predicted = list(parser.parse_many([tree.words for tree in trees], beam=beam))
    return evaluate(trees, predicted, gold_tags=True).f1


def of_length(trees: Sequence[Tree], count: int, *, words: int) -> list[list[str]]:
    """So many of the trees' sentences of exactly so many words, over again where there are too few."""
    found = [list(tree.words) for tree in trees if len(tree.words) == words]
    if not found:
        raise RightmostError(f"no sentence of {words} words in these files; give more trees, or none")
    return [found[number % len(found)] for number in range(count)]
