from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.patterns.fault import PatternError
from rightmost.patterns.grammar import DEEPEST, MOST, parsed
from rightmost.patterns.terms import Both, Either, Maybe, Never, Related
from rightmost.trees.heads import COLLINS


def test_a_chain_belongs_to_its_first_node():
    root = parsed("A < B & << C | > D", COLLINS).root
    assert isinstance(root.condition, Either)
    both, last = root.condition.parts
    assert isinstance(both, Both)
    assert isinstance(last, Related)
    assert [part.relation.symbol for part in both.parts] == ["<", "<<"]
    assert last.relation.symbol == ">"


def test_marks_before_conditions():
    root = parsed("A !< B ?[< C | < D]", COLLINS).root
    never, maybe = root.condition.parts
    assert isinstance(never, Never)
    assert isinstance(maybe, Maybe)
    assert isinstance(maybe.part, Either)


def test_names_and_variables_have_slots():
    found = parsed("A=a < (/(b)/#1%v=b $ =a) << /(c)/#1%w", COLLINS)
    assert dict(found.names) == {"a": 0, "b": 2}
    assert dict(found.variables) == {"v": 1, "w": 3}
    assert found.shared == {0}
    assert found.root.slots == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("pattern", "column", "message"),
    [
        ("", 1, "expected a label, /a regular expression/, __, =name or ("),
        ("NP <", 5, "expected a label"),
        ("NP < <", 6, "expected a label"),
        ("NP < (PP", 9, "the pattern ends; expected ')' for the '(' of column 6"),
        ("NP [< NN)", 9, "found ')'; expected ']' for the '[' of column 4"),
        ("NP < NN)", 8, "a ')' without its '('"),
        ("NP < NN & ", 11, "expected a relation, as < or $+, or ["),
        ("NP < NN |", 10, "expected a relation"),
        ("NP VP", 4, "expected a relation, as < or $+, & or |"),
        ("NP (< NN)", 4, "expected a relation"),
        ("NP ! NN", 6, "expected a relation"),
        ("NP <0 NN", 4, "'<0' counts from 1, or from -1 at the end; there is no 0"),
        ("NP <<<0 NN", 4, "'<<<0' counts from 1"),
        ("NP <+ NN", 7, "expected a description in brackets after '<+', as in <+(NP)"),
        ("NP <+(/(a)/#1%x) NN", 6, "only labels and plain regular expressions may stand in <+( )"),
        ("NP <+(_ROOT_) NN", 6, "only labels and plain regular expressions may stand in <+( )"),
        ("NP <+(NN VP", 10, "found 'VP'; expected ')'"),
        ("NP <... NN", 9, "expected { after <..., as in NP <... { DT ; NN }"),
        ("NP <... { NN", 13, "the pattern ends; expected '}' for the '{' of column 9"),
        ("NP < __|NN", 6, "__ and _ROOT_ stand alone"),
        ("NP < NN|", 9, "expected a relation"),
        ("@=x", 2, "expected a label, /a regular expression/ or __"),
        ("/a(/", 1, "the regular expression is not one that Python reads"),
        ("/a/#1%v", 4, "no group 1 in the regular expression; it has 0"),
        ("!/(a)/#1%v", 2, "a negated description captures no group"),
        ("NP !< NN=n", 9, "a node that is never matched cannot be named"),
        ("NP ![< VP < NN=n]", 15, "a node that is never matched cannot be named"),
        ("NP < =np", 6, "no node before this one is named 'np'; name one, as in NP=np"),
        ("NP < ~np < NN=np", 6, "no node before this one is named 'np'"),
        ("S : ", 5, "expected a label"),
        ("(S : NP)", 4, "found ':'; expected ')'"),
        ("(" * (DEEPEST + 1) + "A" + ")" * (DEEPEST + 1), DEEPEST + 1, f"more than {DEEPEST} brackets within"),
        ("A" + " < A" * MOST, 4 * MOST + 1, f"more than {MOST} nodes in one pattern"),
    ],
)
def test_what_does_not_parse(pattern, column, message):
    with pytest.raises(PatternError) as raised:
        parsed(pattern, COLLINS)
    assert raised.value.column == column
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@given(st.lists(st.sampled_from([*"()[]{};&|!?@:/<>$.,=~#% -+_'`123", "NP", "__", "/a/", "=x", "<+(", "<..."])))
def test_anything_parses_or_is_a_pattern_error(parts):
    text = "".join(parts)
    with suppress(PatternError):
        parsed(text, COLLINS)


def test_as_large_as_allowed():
    parsed("(" * DEEPEST + "A" + ")" * DEEPEST, COLLINS)
    parsed("A" + " < A" * (MOST - 1), COLLINS)
