"""Patterns against a brute force over all pairs of nodes, and what a user sees of them."""

from __future__ import annotations

import random

import pytest

import rightmost
from patterns.reference import PAIRS, RELATIONS, RandomPattern, all_ways, random_tree
from rightmost.patterns.pattern import Pattern
from rightmost.trees.heads import HeadRule, HeadTable
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR


def check_random_patterns(count: int, seed: int) -> int:
    """Matches of random patterns in random trees, in order, against the brute force; says how many were found."""
    choose = random.Random(seed)
    found = 0
    for _ in range(count):
        term = RandomPattern(choose).term()
        pattern = Pattern(str(term).removeprefix("(").removesuffix(")") if term.condition else str(term))
        for tree in (random_tree(choose), random_tree(choose)):
            expected = all_ways(term, tree)
            matches = pattern.find(tree)
            got = [
                (match.node.number, {name: node.number for name, node in match.names.items()} | variables(match))
                for match in matches
            ]
            assert got == expected, f"{pattern.text} in {tree}"
            roots = list(dict.fromkeys(number for number, _ in expected))
            assert [node.number for node in pattern.nodes(tree)] == roots, f"{pattern.text} in {tree}"
            assert pattern.matches(tree) == bool(roots)
            found += len(expected)
    return found


def variables(match):
    return {f"%{name}": value for name, value in match.variables.items()}


def test_random_patterns_match_as_by_brute_force():
    assert check_random_patterns(400, seed=1) > 400


@pytest.mark.slow
def test_many_random_patterns_match_as_by_brute_force():
    assert check_random_patterns(5_000, seed=2) > 5_000
