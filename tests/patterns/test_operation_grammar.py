from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.patterns.fault import PatternError
from rightmost.patterns.operation_grammar import operations
from rightmost.patterns.operations import Delete, Excise, IfExists, Insert, Relabel
from rightmost.patterns.workpiece import Position, Twig


def test_operations_come_by_lines_or_in_brackets():
    both = (Delete(("a", "b")), Excise("c", "d"))
    assert operations("delete a b\n\n  excise c d\n") == both
    assert operations("[delete a b] [excise c d]") == both
    assert operations("excise c") == (Excise("c", "c"),)
    assert operations("if exists a delete a") == (IfExists("a", Delete(("a",))),)
    assert operations("[if exists a [delete a]]") == (IfExists("a", Delete(("a",))),)


def test_trees_have_words_names_feet_and_escapes():
    (insert,) = operations("insert (NP (-NONE- *T*=trace) (NN a\\@b\\=c) (-LRB- -LRB-)) >-1 np")
    assert isinstance(insert, Insert)
    assert insert.position == Position(">-1", "np")
    assert insert.what == Twig(
        "NP",
        (
            Twig("-NONE-", (Twig("*T*", name="trace", is_word=True),)),
            Twig("NN", (Twig("a@b=c", is_word=True),)),
            Twig("-LRB-", (Twig("(", is_word=True),)),
        ),
    )
    (adjoin,) = operations("adjoin (VP=new (RB so) VP@) vp")
    assert adjoin.twig == Twig("VP", (Twig("RB", (Twig("so", is_word=True),)), Twig("VP", is_foot=True)), name="new")
    (other,) = operations("adjoin (FOO (BAR@)) foo")
    assert other.twig == Twig("FOO", (Twig("BAR", is_foot=True),))


def test_the_forms_of_relabel():
    (plain,) = operations("relabel np NP-SBJ")
    (quoted,) = operations("relabel np /PRP\\$/")
    (regex,) = operations("relabel np /^(V)B\\/(.*)$/\\$x$1={other}%{v}/")
    assert isinstance(plain, Relabel)
    assert plain.replacement.parts == (("text", "NP-SBJ"),)
    assert quoted.replacement.parts == (("text", "PRP$"),)
    assert regex.regex.pattern == "^(V)B/(.*)$"
    assert regex.replacement.parts == (
        *[("text", "$"), ("text", "x"), ("group", "1"), ("name", "other"), ("variable", "v")],
    )
    assert [each.replacement.parts for each in operations("[relabel a /x/] [relabel b /y/]")] == [
        (("text", "x"),),
        (("text", "y"),),
    ]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "no operation; expected one of delete, prune"),
        ("remove np", 1, "no operation 'remove'; expected one of delete, prune"),
        ("delete", 7, "expected a name that the pattern gives"),
        ("delete (NP)", 8, "expected a name that the pattern gives"),
        ("delete a b /c/", 12, "expected a name"),
        ("move np np", 9, "expected a position: $+ or $- and a name"),
        ("insert (NN king) >0 np", 18, "expected a position"),
        ("insert (NN king $+ np", 22, "expected ')' for the '(' of column 8"),
        ("insert (NP) $+ np", 8, "a node without a word or a child"),
        ("relabel np", 11, "expected a label; one with other characters"),
        ("relabel np /(/x/", 12, "the regular expression is not one that Python reads"),
        ("relabel np /a/$1/", 15, "no group 1 in the regular expression; it has 0"),
        ("adjoin np np", 8, "expected a tree after adjoin"),
        ("adjoin (NP (DT a)) np", 8, "a tree with 0 feet; expected exactly one"),
        ("adjoin (NP A@ B@) np", 8, "a tree with 2 feet; expected exactly one"),
        ("adjoin (NP @) np", 8, "the foot needs a label, as in NP@"),
        ("[delete a", 10, "expected ']' for the '[' of column 1"),
        ("excise a b c", 12, "expected the end of the operation"),
        ("if np delete np", 1, "expected 'exists' after 'if'"),
        ("replace np", 11, "expected a name or a tree"),
        ("insert " + "(A " * 70, 191, "more than 60 brackets within one another"),
    ],
)
def test_what_is_no_operation(text, column, message):
    with pytest.raises(PatternError) as raised:
        operations(text)
    assert str(raised.value).startswith("operation:1:")
    assert message in str(raised.value)
    assert raised.value.column == column


@given(st.lists(st.sampled_from(["delete", "insert", "adjoin", "relabel", "np", *"()[]/@=$+->1\\ \n"])))
def test_anything_parses_or_is_a_pattern_error(parts):
    with suppress(PatternError):
        operations("".join(parts))
