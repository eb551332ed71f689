from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decoding.enumeration import brackets, obeys
from model.growing import leaf
from rightmost.decoding.constraints import Constraints, Rules
from rightmost.errors import RightmostError
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.attach_juxtapose import State
from rightmost.trees.tree import Tree
from rightmost.trees.unary import Label, expand

LABELS = ("A", "B", Label("A", "B"))
SMALL = Vocabulary(LABELS, ("X",))


def all_trees(words: int) -> list[Tree]:
    states = [State()]
    for word in range(words):
        states = [state.apply(action, leaf(word)) for state in states for action in state.legal_actions(LABELS)]
    return [expand(state.tree) for state in states if state.tree is not None]


TREES = {words: all_trees(words) for words in (1, 2, 3)}


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_rules_allow_exactly_what_can_lead_to_an_obedient_tree(data):
    """Followed action by action, they give every tree that obeys and no other; if there is none they refuse at once."""
    words = data.draw(st.integers(1, 3))
    some = st.lists(brackets(words), max_size=3).map(tuple)
    constraints = Constraints(data.draw(some), data.draw(some))
    obedient = {str(tree) for tree in TREES[words] if obeys(tree, constraints)}
    if not obedient:
        with pytest.raises(RightmostError, match="no tree over"):
            Rules(constraints, words=words, vocabulary=SMALL)
        return
    rules = Rules(constraints, words=words, vocabulary=SMALL)
    kind = {SMALL.label(number): names for names, numbers in rules.kinds.items() for number in numbers} | {None: None}
    found = [(State(), ())]
    for word in range(words):
        after = []
        for state, chain in found:
            allowed = [
                (state.apply(action, leaf(word)), now)
                for action in state.legal_actions(LABELS)
                if (
                    now := rules.after(
                        chain,
                        word,
                        target=action.target,
                        parent=kind[action.parent_label],
                        new=kind[action.new_label],
                    )
                )
                is not None
            ]
            assert allowed, "an allowed action leads to no dead end"
            after += allowed
        found = after
    assert {str(expand(state.tree)) for state, _ in found} == obedient


@pytest.mark.parametrize(
    ("require", "forbid", "message"),
    [
        ([(0, 2, "A"), (1, 3, "A")], [], "no tree over 3 words that this model can build obeys require"),
        ([(0, 2, "A")], [(0, 2, None)], "no tree over 3 words"),
        ([(0, 2, "Z")], [], "no tree over 3 words"),
        ([], [(0, 3, None)], "no tree over 3 words"),
        ([(0, 4, None)], [], r"the bracket \(0, 4\) does not fit a sentence of 3 words"),
        ([(2, 2, None)], [], r"the bracket \(2, 2\) does not fit"),
    ],
)
def test_what_cannot_be_obeyed_is_refused(require, forbid, message):
    with pytest.raises(RightmostError, match=message):
        Rules(Constraints.of(require, forbid), words=3, vocabulary=SMALL)


@pytest.mark.parametrize("bracket", [(0, 2), ("a", 2, "NP"), (0, 2, "NP", 1)])
def test_what_is_no_bracket(bracket):
    with pytest.raises(RightmostError, match="is no bracket; give"):
        Constraints.of([bracket], [])
