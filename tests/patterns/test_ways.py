from __future__ import annotations

from rightmost.patterns.candidates import Candidates
from rightmost.patterns.grammar import parsed
from rightmost.patterns.ways import Ways
from rightmost.trees.heads import COLLINS
from rightmost.trees.index import TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR

INDEX = TreeIndex(Tree.from_string(ARTHUR))


def ways(pattern: str, node: int, wanted: frozenset[int] | None) -> list[tuple[int | str | None, ...]]:
    understood = parsed(pattern, COLLINS)
    slots = (None,) * (len(understood.names) + len(understood.variables))
    return list(Ways(Candidates(INDEX, understood.shared), wanted).of(understood.root, node, slots))


def test_all_ways():
    assert ways("S << NP=np << PP", 0, None) == [(1,), (7,), (8,), (14,)]
    assert ways("NP < __ < __", 7, None) == [()] * 4


def test_only_ways_that_differ_in_what_is_wanted():
    assert ways("NP < __ < __", 7, frozenset()) == [()]
    assert ways("NP < __=a < __", 7, frozenset({0})) == [(8,), (11,)]
    assert ways("NP=x < __=a < __", 7, frozenset({0})) == [(7, None)]


def test_slots_hold_nodes_and_strings():
    assert ways("/^(.)/#1%v=np ?< NX=x", 7, None) == [("N", 7, None)]


def test_a_slot_keeps_what_it_holds():
    assert ways("NP=a < NP=a", 7, None) == []
    assert ways("NP=a < NP=b : =b", 7, None) == [(7, 8)]
