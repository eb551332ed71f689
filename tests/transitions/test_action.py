from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import IllegalAction, RightmostError
from rightmost.transitions.action import (
    Action,
    attach,
    checked_actions,
    juxtapose,
    label_from_text,
    label_text,
    parse_action,
)
from rightmost.trees.unary import Label

names = st.text(min_size=1, max_size=5)
labels = st.one_of(st.none(), names, st.lists(names, min_size=2, max_size=3).map(lambda each: Label(*each)))


def test_text_of_the_running_example():
    actions = [attach(0, "NP"), juxtapose(0, "VP", "S"), juxtapose(2, "PP", "NP"), attach(4, None)]
    assert " ".join(map(str, actions)) == "attach(0,NP) juxtapose(0,VP,S) juxtapose(2,PP,NP) attach(4,None)"
    assert juxtapose(0, "VP", "S").is_juxtapose
    assert not attach(0, "NP").is_juxtapose
    assert Action(3, "NP", None) == attach(3, "NP")
    assert str(attach(1, Label("S", "VP"))) == "attach(1,S+VP)"


@given(st.integers(0, 10**6), labels, labels)
def test_written_and_read_back(target, parent, new):
    action = Action(target, parent, new)
    assert parse_action(str(action)) == action


@given(labels)
def test_labels_written_and_read_back(label):
    assert label_from_text(label_text(label)) == label


@pytest.mark.parametrize(
    "text", ["", "shift", "attach(0)", "attach(-1,NP)", "attach(0,NP,S)", "juxtapose(0,NP)", "attach(٣,NP)"]
)
def test_unknown_actions(text):
    with pytest.raises(RightmostError, match=r"unknown action .*; allowed: attach\(TARGET,PARENT\)"):
        parse_action(text)


def test_juxtapose_without_a_new_label():
    with pytest.raises(RightmostError, match=r"needs a new label; without one it is attach\(0,NP\)"):
        parse_action("juxtapose(0,NP,None)")


@pytest.mark.parametrize(
    ("made", "kind", "message"),
    [
        (lambda: attach(-1, "NP"), IllegalAction,
         "target -1 is off the chain, whose root is 0; allowed: 0 to 999999999"),
        (lambda: attach("0", "NP"), RightmostError,
         "'0', of type str, where an action's target, a whole number, was expected"),
        (lambda: attach(10**5000, "NP"), IllegalAction,
         "target a number too long to be shown is off the chain, whose root is 0; allowed: 0 to 999999999"),
        (lambda: attach(0, 3), RightmostError, "3, of type int, where a label (or None) was expected"),
        (lambda: juxtapose(0, "VP", 3), RightmostError, "3, of type int, where a label (or None) was expected"),
        (lambda: juxtapose(0, "VP", None), IllegalAction,
         "juxtapose needs a new label; without one it is attach(0, 'VP')"),
        (lambda: checked_actions(["attach(0,NP)"]), RightmostError,
         "action 1 is 'attach(0,NP)', of type str; allowed: an Action, as attach(0, 'NP') or juxtapose(0, 'VP', 'S')"),
        (lambda: checked_actions(None), RightmostError, "None, of type NoneType, where a list of actions was expected"),
    ],
)  # fmt: skip
def test_what_is_no_action(made, kind, message):
    with pytest.raises(RightmostError) as raised:
        made()
    assert (type(raised.value), str(raised.value)) == (kind, message)


def test_numbers_of_any_kind():
    assert attach(np.int64(2), "NP") == attach(2, "NP")
