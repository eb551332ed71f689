from __future__ import annotations

from rightmost.patterns.candidates import Candidates
from rightmost.patterns.grammar import parsed
from rightmost.trees.heads import COLLINS
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR

INDEX = TreeIndex(Tree.from_string(ARTHUR))


def candidates(pattern: str) -> tuple[Candidates, list[int]]:
    understood = parsed(pattern, COLLINS)
    found = Candidates(INDEX, understood.shared)
    return found, list(found.nodes(understood.root))


def test_without_shared_names_they_are_the_answer():
    assert candidates("NP < PP")[1] == [7]
    assert candidates("NP !< PP")[1] == [1, 8, 14]
    assert candidates("NP ?< PP")[1] == [1, 7, 8, 14]
    assert candidates("NP [< PP | < NNP]")[1] == [1, 7]
    assert candidates("_ROOT_")[1] == [0]
    assert candidates("!__")[1] == []


def test_with_shared_names_they_are_all_that_may_match():
    assert candidates("NP=a !== =a")[1] == [1, 7, 8, 14]
    assert candidates("NP=a < (PP < =a)")[1] == [7]


def test_a_condition_is_exact_unless_it_shares():
    found, _ = candidates("NP=a < (PP=p) < =a")
    first, second = parsed("NP=a < (PP=p) < =a", COLLINS).root.condition.parts
    assert found.is_exact(first)
    assert not found.is_exact(second)
    assert found.holders(first) == {7}
