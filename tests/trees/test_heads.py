from __future__ import annotations

import pytest

from rightmost.errors import BadUsage
from rightmost.trees.heads import COLLINS, HeadRule, HeadTable
from rightmost.trees.index import NONE, TreeIndex
from rightmost.trees.tree import Tree
from strategies import ARTHUR


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("S", "NP VP .", "VP"),
        ("VP", "MD RB VP", "MD"),
        ("VP", "VBZ NP PP", "VBZ"),
        ("VP", "ADVP TO VP", "TO"),
        ("NP", "DT JJ NN", "NN"),
        ("NP", "NNP POS", "POS"),
        ("NP", "NP PP SBAR", "NP"),
        ("NP", "DT CD", "CD"),
        ("NP", "DT JJ", "JJ"),
        ("NP", "DT FW", "FW"),
        ("NP", "QP $", "$"),
        ("PP", "IN NP", "IN"),
        ("PP", "ADVP TO NP", "TO"),
        ("SBAR", "WHNP S", "WHNP"),
        ("SBAR", "IN S", "IN"),
        ("SINV", "`` S , '' VBD NP .", "VBD"),
        ("ADJP", "RB JJ PP", "JJ"),
        ("ADVP", "RB RBR", "RB"),
        ("QP", "IN CD NNS", "IN"),
        ("WHNP", "WDT NN", "WDT"),
        ("NP-SBJ-1", "DT NN-X", "NN-X"),
        ("FRAG", "NP VP .", "VP"),  # no label is named, and a mark heads nothing
        ("MADE-UP", "`` X Y", "X"),
        ("X", ". ,", ","),  # marks alone
    ],
)
def test_collins_rules(label, children, head):
    names = children.split()
    assert names[COLLINS.head_of(label, names)] == head


def test_a_conjunction_gives_the_head_to_what_stands_before_it():
    assert COLLINS.head_of("NP", ["NN", "CC", "NN"]) == 0
    assert COLLINS.head_of("NP", ["NN", ",", "NN", ",", "CC", "NN"]) == 2
    assert COLLINS.head_of("ADVP", ["CC", "RB"]) == 1
    plain = HeadTable(COLLINS.rules, coordinated=False)
    assert plain.head_of("NP", ["NN", "CC", "NN"]) == 2


def test_heads_of_a_tree():
    index = TreeIndex(Tree.from_string(ARTHUR))
    heads = COLLINS.heads(index)
    assert [index.labels[heads[node]] for node in (0, 4, 7, 11, 14)] == ["VP", "VBZ", "NP", "IN", "NNPS"]
    assert heads[2] == 3
    assert heads[3] == NONE


def test_tables_are_compared_by_their_rules():
    one, same = (HeadTable({"NP": (HeadRule("left"),)}) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert one != COLLINS


def test_a_rule_begins_left_or_right():
    with pytest.raises(BadUsage, match="a head rule that begins at 'top'; allowed: 'left' and 'right'"):
        HeadRule("top")
