"""Measures count what the actions do to the tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from rightmost.streaming.choice import Choice
from rightmost.streaming.measures import measures_of
from rightmost.transitions.oracle import rightmost_chain
from rightmost.trees.unary import collapse
from streaming.examples import parsers, some_words


@settings(deadline=None, max_examples=40)
@given(parsers, some_words)
def test_nodes_are_opened_and_closed_as_the_tree_grows(parser, words):
    stream = parser.stream()
    chain = 0
    for word in words:
        step = stream.push(word)
        measures = step.measures
        assert measures["chain_length"] == chain
        chain = len(rightmost_chain(collapse(step.tree)))
        assert chain == measures["chain_length"] + measures["nodes_opened"] - measures["nodes_closed"]
        assert measures["juxtapose"] == (int(step.actions[0].is_juxtapose) if step.position else None)
        assert measures["attachment_depth"] == (step.actions[0].target if step.position else None)
        assert 2 ** -measures["action_surprisal_bits"] <= 1
        assert step.alternatives[0].probability >= 2 ** -measures["action_surprisal_bits"] - 1e-6
        parts = [measures[f"{part}_surprisal_bits"] or 0.0 for part in ("target", "parent", "new")]
        assert sum(parts) == pytest.approx(measures["action_surprisal_bits"], abs=1e-5)
        assert all(value is None or value >= 0 for value in measures.values())


def test_a_first_word_has_no_choice_of_a_target():
    choice = Choice(best=(), surprisal=(0.0, 1.5, 0.0), entropy=(0.0, 2.0, 0.0))
    measures = measures_of((0, 3, 0), choice, chain_length=0)
    assert measures["action_surprisal_bits"] == measures["parent_surprisal_bits"] == 1.5
    missing = {name for name, value in measures.items() if value is None}
    assert missing == {
        "target_surprisal_bits", "new_surprisal_bits", "target_entropy_bits", "new_entropy_bits", "attachment_depth",
        "juxtapose",
    }  # fmt: skip
