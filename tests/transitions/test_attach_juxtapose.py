from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import EmptySentence, IllegalAction, RightmostError
from rightmost.transitions.action import Action, attach, juxtapose, parse_action
from rightmost.transitions.attach_juxtapose import State, replay, run
from rightmost.transitions.oracle import oracle, rightmost_chain
from rightmost.trees.tree import Leaf, Tree
from strategies import ARTHUR, labels, leaves


@st.composite
def runs(draw: st.DrawFn) -> tuple[list[Action], list[Leaf]]:
    """Random legal actions, one for each of some random words."""
    words = draw(st.lists(leaves, min_size=1, max_size=12))
    state, actions = State(), []
    for leaf in words:
        if state.chain_length == 0:
            action = attach(0, draw(labels))
        else:
            target = draw(st.integers(0, state.chain_length - 1))
            action = Action(target, draw(st.none() | labels), draw(st.none() | labels))
        state = state.apply(action, leaf)
        actions.append(action)
    return actions, words


def test_the_running_example_grows():
    tree = Tree.from_string(ARTHUR)
    state, seen = State(), []
    for action, leaf in zip(oracle(tree), tree.leaves):
        state = state.apply(action, leaf)
        seen.append(str(state.tree))
    assert seen == [
        "(NP (NNP Arthur))",
        "(S (NP (NNP Arthur)) (VP (VBZ is)))",
        "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NN King))))",
        "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of)))))",
        "(S (NP (NNP Arthur)) (VP (VBZ is) (NP (NP (NN King)) (PP (IN of) (NP (DT the))))))",
        ARTHUR,
    ]


@given(runs())
def test_every_legal_action_keeps_a_tree_without_unary_chains(run_):
    actions, words = run_
    state = State()
    for count, (action, leaf) in enumerate(zip(actions, words), start=1):
        before = state.tree
        after = state.apply(action, leaf)
        assert state.tree == before, "states are values: applying an action changes none"
        state = after
        tree = state.tree
        assert tree is not None
        assert list(tree.leaves) == words[:count]
        assert not any(len(node.children) == 1 and isinstance(node.children[0], Tree) for node in tree.nodes())
        chain = rightmost_chain(tree)
        assert state.chain_length == len(chain)
        assert state.chain_labels == tuple(node.label for node in chain)


@given(runs())
def test_what_attach_and_juxtapose_do(run_):
    """The two definitions, word for word, against the linked chain."""
    actions, words = run_
    state = run(actions[:-1], words[:-1])
    action, leaf = actions[-1], words[-1]
    new = leaf if action.parent_label is None else Tree(action.parent_label, [leaf])
    if state.tree is None:
        expected = new
    else:
        chain = rightmost_chain(state.tree)
        target = chain[action.target]
        if action.new_label is None:
            expected = Tree(target.label, [*target.children, new])
        else:
            expected = Tree(action.new_label, [target, new])
        for node in reversed(chain[: action.target]):
            expected = Tree(node.label, [*node.children[:-1], expected])
    assert state.apply(action, leaf).tree == expected


@pytest.mark.parametrize("action", [attach(0, None), attach(1, "NP"), juxtapose(0, "NP", "S")])
def test_the_first_word_allows_only_attach_0_with_a_label(action):
    with pytest.raises(IllegalAction, match=r"on the empty tree; the first word allows only attach\(0,LABEL\)"):
        State().apply(action, Leaf("Arthur", "NNP"))


@pytest.mark.parametrize("target", [2, 99])
def test_a_target_off_the_chain(target):
    state = run([attach(0, "NP"), juxtapose(0, "VP", "S")], [Leaf("Arthur", "NNP"), Leaf("is", "VBZ")])
    with pytest.raises(IllegalAction, match=rf"target {target} is off the chain, which has 2 nodes \(0 to 1\)"):
        state.apply(attach(target, None), Leaf("King", "NN"))


def test_legal_actions_are_the_legal_ones():
    assert list(State().legal_actions(["A", "B"])) == [attach(0, "A"), attach(0, "B")]
    state = run([attach(0, "A"), attach(0, "A")], [Leaf("a", "X"), Leaf("b", "X")])
    actions = list(state.legal_actions(["A", "B"]))
    assert len(set(actions)) == len(actions) == 2 * 3 * 3
    for action in actions:
        state.check(action)


def test_replay_needs_an_action_for_each_word():
    arthur = Tree.from_string(ARTHUR)
    with pytest.raises(RightmostError, match="5 actions for 6 words"):
        replay(oracle(arthur)[:-1], arthur.leaves)
    with pytest.raises(IllegalAction, match=r"action 2: attach\(7,None\): target 7 is off the chain"):
        replay([attach(0, "NP"), parse_action("attach(7,None)")], arthur.leaves[:2])
    with pytest.raises(EmptySentence, match="no actions and no words: there is no tree to build"):
        replay([], [])
