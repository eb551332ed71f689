from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BadUsage
from rightmost.exchange.conll2012 import conll2012
from rightmost.trees.brackets import parse_brackets
from rightmost.trees.normalise import with_wrapper
from rightmost.trees.tree import Tree
from strategies import ARTHUR, trees


def test_columns():
    lines = list(conll2012([Tree.from_string(ARTHUR)] * 2, "king", part=3))
    assert lines[0] == "#begin document (king); part 003"
    assert lines[1] == "king 3 0 Arthur NNP (TOP(S(NP*) - - - - * -"
    assert lines[6] == "king 3 5 Britons NNPS *)))))) - - - - * -"
    assert lines[7] == lines[14] == ""
    assert lines[8:14] == lines[1:7]
    assert lines[15:] == ["#end document"]


@given(st.lists(trees(), min_size=1, max_size=3))
def test_the_parse_bits_are_the_trees(several):
    read, text = [], ""
    for line in list(conll2012(several))[1:-1]:
        if line:
            columns = line.split(" ")
            assert len(columns) == 12
            text += columns[5].replace("*", f"({columns[4]} {columns[3]})", 1)
        else:
            read.append(parse_brackets(text.replace("(", " ("), keep_wrapper=True))
            text = ""
    assert [str(tree) for tree in read] == [str(with_wrapper(tree)) for tree in several]


@pytest.mark.parametrize("name", ["", "a king", "a(b", "a\n"])
def test_names_that_would_break_the_columns(name):
    with pytest.raises(BadUsage, match="give a name without white space and brackets"):
        list(conll2012([], name))


def test_parts_begin_at_0():
    with pytest.raises(BadUsage, match="part -1 of a document; parts begin at 0"):
        list(conll2012([], part=-1))
