"""A step is a frozen value whose tree is made when it is asked for."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from rightmost.streaming.word_step import Alternative, Step
from rightmost.transitions.action import attach
from rightmost.trees.tree import Tree


def test_the_tree_is_made_once():
    made = []

    def built():
        made.append(Tree.from_string("(NP (NNP Arthur))"))
        return made[-1]

    step = Step("Arthur", 0, (attach(0, "NP"),), ("NNP",), {}, (Alternative(attach(0, "NP"), 1.0),), None, built)
    assert not made
    assert step.tree is step.tree
    assert len(made) == 1
    with pytest.raises(FrozenInstanceError):
        step.word = "King"
