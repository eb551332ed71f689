from __future__ import annotations

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from model.networks import network
from rightmost.errors import RightmostError
from rightmost.search.constraints import Constraints, Rules
from rightmost.search.parse import parse_sentences
from rightmost.tensors.vocabulary import Vocabulary
from rightmost.transitions.attach_juxtapose import State
from rightmost.trees.tree import Leaf, Tree
from rightmost.trees.unary import Label, expand
from strategies import trees
from tensors.growth import leaf

LABELS = ("A", "B", Label("A", "B"))
SMALL = Vocabulary(LABELS, ("X",))
Bracket = tuple[int, int, str | None]


def obeys(tree: Tree, constraints: Constraints) -> bool:
    spans = {tuple(span) for span in tree.spans()}
    places = {span[:2] for span in spans}

    def there(bracket: Bracket) -> bool:
        return bracket in spans if bracket[2] is not None else bracket[:2] in places

    return all(map(there, constraints.require)) and not any(map(there, constraints.forbid))


def all_trees(words: int) -> list[Tree]:
    states = [State()]
    for word in range(words):
        states = [state.apply(action, leaf(word)) for state in states for action in state.legal_actions(LABELS)]
    return [expand(state.tree) for state in states if state.tree is not None]


TREES = {words: all_trees(words) for words in (1, 2, 3)}


@st.composite
def brackets(draw: st.DrawFn, words: int) -> Bracket:
    left = draw(st.integers(0, words - 1))
    return left, draw(st.integers(left + 1, words)), draw(st.sampled_from([None, "A", "B"]))


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


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_consistent_constraints_are_obeyed(data):
    """Some of a random tree's brackets required, some it has not forbidden: whatever the network thinks, it obeys."""
    tree = data.draw(trees(leaf=st.builds(Leaf, st.just("a"), st.just("X")), label=st.sampled_from(["A", "B"])))
    assume(len(tree.words) <= 12)
    spans = [tuple(span) for span in tree.spans()]
    required = data.draw(st.lists(st.sampled_from(spans), max_size=4))
    every = brackets(len(tree.words)).filter(
        lambda bracket: not any(bracket[:2] == span[:2] and bracket[2] in (None, span[2]) for span in spans)
    )
    constraints = Constraints(tuple(required), tuple(data.draw(st.lists(every, max_size=4))))
    vocabulary = Vocabulary.from_trees([tree])
    made = network(
        seed=data.draw(st.integers(0, 99)),
        vocabulary=vocabulary.extended_by([Tree("A", tree.children)]),
        labels_given_target=data.draw(st.booleans()),
    )
    beam = data.draw(st.integers(1, 3))
    (found,) = parse_sentences(made, [tree.leaves], beam=beam, k=beam, constraints=[constraints])
    for scored in found:
        assert obeys(scored.tree, constraints), scored.tree
        assert scored.tree.words == tree.words


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("given_target", "beam"), [(False, 1), (False, 3), (True, 5)])
@torch.no_grad()
def test_constraints_that_say_nothing_change_nothing(seed, given_target, beam):
    """Labels given the target want a beam as wide as the longest chain."""
    made = network(seed=seed, labels_given_target=given_target)
    sentences = [
        [Leaf(word, "X") for word in text.split()] for text in ("the King of the Britons", "Go", "We see a swallow")
    ]
    free = parse_sentences(made, sentences, beam=beam, k=beam)
    idle = Constraints(forbid=((0, 1, "no such label"),))
    bound = parse_sentences(made, sentences, beam=beam, k=beam, constraints=[idle, None, idle])
    assert [[scored.tree for scored in each] for each in bound] == [[scored.tree for scored in each] for each in free]


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
