from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.transitions.action import Action, attach, juxtapose, label_from_text, label_text, parse_action
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
