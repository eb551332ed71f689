from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BracketError, MismatchedTrees
from rightmost.exchange.gold_layout import in_layout_of
from rightmost.exchange.penn import penn
from rightmost.trees.brackets import parse_brackets, read_trees
from rightmost.trees.normalise import unwrap
from rightmost.trees.tree import Tree
from strategies import trees

GOLD = """
( (S (NP-SBJ (-LRB- -LRB-)
\t     (NN king ))
     (VP (VBZ rides)) (. .) ))

(ROOT
  (NP (NN queen)))
"""


def own() -> list[Tree]:
    return list(read_trees(io.StringIO(GOLD)))


def test_the_same_trees_change_nothing():
    assert in_layout_of(io.StringIO(GOLD), own()) == GOLD
    assert in_layout_of(io.StringIO(GOLD), read_trees(io.StringIO(GOLD), keep_wrapper=True)) == GOLD


def test_other_names_and_words_stand_where_the_old_ones_stood():
    first = Tree.from_string("(S (NP (-LRB- -LRB-) (NNP king)) (VP (VBD rode)) (. .))")
    expected = GOLD.replace("NP-SBJ", "NP").replace("NN king", "NNP king").replace("VBZ rides", "VBD rode")
    assert in_layout_of(io.StringIO(GOLD), [first, own()[1]]) == expected


def test_other_brackets_are_laid_out_anew_under_the_root_of_the_file():
    second = Tree.from_string("(NP (DT a) (NN queen))")
    text = in_layout_of(io.StringIO(GOLD), [own()[0], second])
    assert text == GOLD.replace("(ROOT\n  (NP (NN queen)))", "( (NP (DT a) (NN queen)))")


@given(st.lists(st.tuples(trees(), trees()), min_size=1, max_size=3))
def test_what_is_read_is_what_was_given(pairs):
    gold = "\n\n".join([penn(old) for old, _ in pairs])
    text = in_layout_of(io.StringIO(gold), [new for _, new in pairs])
    assert [str(tree) for tree in read_trees(io.StringIO(text))] == [
        str(unwrap(parse_brackets(str(new)))) for _, new in pairs
    ]
    assert in_layout_of(io.StringIO(gold), read_trees(io.StringIO(gold))) == gold


def test_a_word_without_a_phrase():
    assert in_layout_of(io.StringIO("(NN king)\n"), [Tree.from_string("(TOP (NN king))")]) == "(NN king)\n"
    assert in_layout_of(io.StringIO("(NN king)\n"), [Tree.from_string("(TOP (NN queen))")]) == "( (NN queen))\n"


def test_there_must_be_as_many():
    for wrong in ([], own()[:1], own() * 2):
        with pytest.raises(MismatchedTrees, match=f"<stream>: {len(wrong)} trees for the 2 of the file"):
            in_layout_of(io.StringIO(GOLD), wrong)


def test_a_file_that_is_no_gold():
    with pytest.raises(BracketError, match="<stream>:1:1"):
        in_layout_of(io.StringIO("(S (NP"), [])
