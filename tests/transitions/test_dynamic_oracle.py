"""The dynamic oracle against all there is to try."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.errors import RightmostError
from rightmost.transitions.attach_juxtapose import State
from rightmost.transitions.dynamic_oracle import ChainNode, DynamicOracle, best_actions
from rightmost.transitions.oracle import oracle, rightmost_chain
from rightmost.trees.tree import Leaf, Tree
from strategies import collapsed_trees, trees

LABELS = ("A", "B")
LEAVES = [Leaf(str(number), "X") for number in range(7)]


@given(trees())
def test_on_the_gold_path_it_is_the_oracle(tree):
    assert best_actions(tree, oracle(tree)) == oracle(tree)


def chain_of(tree: Tree) -> list[ChainNode]:
    words = len(tree.words)
    return [ChainNode(node.label, words - len(node.words)) for node in rightmost_chain(tree)]


def found(tree: Tree, gold: Tree) -> tuple[int, int]:
    """How many of the gold brackets the tree has; and, the fewer the better, how many in all."""
    spans = tree.spans()
    return len(set(spans) & set(gold.spans())), -len(spans)


def most_that_can_be_found(state: State, gold: Tree) -> tuple[int, int]:
    """By every action in every state that follows."""

    @cache
    def most(tree: Tree) -> tuple[int, int]:
        word = len(tree.words)
        if word == len(gold.words):
            return found(tree, gold)
        return max(most(after(state_of[tree], action, word)) for action in state_of[tree].legal_actions(LABELS))

    def after(state: State, action, word: int) -> Tree:
        following = state.apply(action, LEAVES[word])
        assert following.tree is not None
        state_of.setdefault(following.tree, following)
        return following.tree

    state_of = {state.tree: state}
    return most(state.tree)


@st.composite
def runs(draw, words: int) -> tuple[Tree, list[State]]:
    """Any tree of so many words, and the states on the way to it."""
    state = State()
    states = []
    for leaf in LEAVES[:words]:
        states.append(state)
        state = state.apply(draw(st.sampled_from(list(state.legal_actions(LABELS)))), leaf)
    assert state.tree is not None
    return state.tree, states


@pytest.mark.parametrize(("words", "read"), [(4, 1), (5, 3), (6, 4), (7, 5)])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_no_other_actions_find_more(words, read, data):
    """Whatever has gone wrong before, its actions find as many of the gold brackets as any could."""
    tree, _ = data.draw(runs(words))
    _, states = data.draw(runs(words))
    state = states[read]
    most = most_that_can_be_found(state, tree)
    best = DynamicOracle(tree)
    for word in range(read, words):
        state = state.apply(best.best_action(word, chain_of(state.tree)), LEAVES[word])
    assert found(state.tree, tree) == most


@given(collapsed_trees(), st.data())
def test_it_is_legal_in_every_state(gold, data):
    state = State()
    best = DynamicOracle(gold)
    for word, leaf in enumerate(gold.leaves):
        chain = [] if state.tree is None else chain_of(state.tree)
        state.check(best.best_action(word, chain))
        state = state.apply(data.draw(st.sampled_from(list(state.legal_actions(LABELS)))), leaf)


def test_a_word_stays_with_what_it_should_have_been_part_of():
    """`the` went into a phrase with `quite`. The noun phrase is lost, and `king` follows its article."""
    gold = "(S (NP (PRP We)) (VP (VBP like) (RB quite) (NP (DT the) (JJ old) (NN king))))"
    followed = "(S (NP (PRP We)) (VP (VBP like) (PP (RB quite) (DT the) (NP (JJ old) (NN king)))))"
    assert str(best_actions(Tree.from_string(gold), oracle(Tree.from_string(followed)))[-1]) == "attach(2,None)"


def test_of_two_brackets_that_end_together_one_can_be_made():
    """The lower one: S could still be made above W, but not by an action that also makes Y."""
    best = DynamicOracle(Tree.from_string("(S (X 0) (Y (Z (X 1)) (X 2)))"))
    assert str(best.best_action(2, [ChainNode("W", 0), ChainNode("Z", 1)])) == "juxtapose(1,None,Y)"


@pytest.mark.parametrize(("opening", "closing"), [("(A (B ", " (X w)) (X w))"), ("(A (X w) (B (X w) ", "))")])
def test_ten_thousand_words(opening, closing):
    deep = Tree.from_string(f"{opening * 5_000}(X w){closing * 5_000}")
    assert best_actions(deep, oracle(deep)) == oracle(deep)


def test_other_words():
    with pytest.raises(RightmostError, match="0 actions for 1 words: every word takes exactly one action"):
        best_actions(Tree.from_string("(S (VB Go))"), [])
