"""Search under constraints: the best of all trees that obey, whatever the network thinks."""

from __future__ import annotations

from functools import cache

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from decoding.building import tree_of
from decoding.enumeration import SMALL, all_sequences, brackets, log_probability, obeys
from model.growing import leaf
from model.networks import action_decoder, network, random_words
from rightmost.decoding.constrained import constrained_search
from rightmost.decoding.constraints import Constraints, Rules
from rightmost.decoding.parse import parse_sentences
from rightmost.model.network import Network
from rightmost.model.vocabulary import Vocabulary
from rightmost.transitions.attach_juxtapose import replay
from rightmost.trees.tree import Leaf, Tree
from strategies import trees

LEAVES = [leaf(word) for word in range(3)]


@cache
@torch.no_grad()
def all_trees(decoder: str) -> tuple[Network, list[tuple[Tree, float]]]:
    """A network, and every tree over three words with its log-probability."""
    made = network(seed=3, vocabulary=SMALL, decoder=decoder).double()
    words = random_words(made, 3, 7)
    sequences = all_sequences(3)
    return made, [(replay(actions, LEAVES), log_probability(made, words, actions)) for actions in sequences]


@pytest.mark.parametrize("decoder", ["graph", "sequence"])
@settings(deadline=None, max_examples=20)
@given(require=st.lists(brackets(3), max_size=2), forbid=st.lists(brackets(3), max_size=3))
@torch.no_grad()
def test_an_unbounded_beam_is_all_trees_that_obey(
    decoder: str, require: list[tuple[int, int, str | None]], forbid: list[tuple[int, int, str | None]]
) -> None:
    made, everything = all_trees(decoder)
    constraints = Constraints.of(require, forbid)
    obedient = {str(tree): value for tree, value in everything if obeys(tree, constraints)}
    assume(obedient)
    rules = Rules(constraints, words=3, vocabulary=SMALL)
    positions = made.encoder.position_table
    beam = constrained_search(action_decoder(made), random_words(made, 3, 7), positions, rules=rules, beam=1000)
    found = [str(tree_of(actions, LEAVES, SMALL)) for actions in beam.actions]
    assert len(found) == len(obedient), "every tree, and none twice"
    assert dict(zip(found, beam.log_probabilities)) == pytest.approx(obedient, abs=1e-5)
    assert beam.log_probabilities == sorted(beam.log_probabilities, reverse=True)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_consistent_constraints_are_obeyed(data: st.DataObject) -> None:
    """Some of a random tree's brackets required, some it has not forbidden: whatever the network thinks, it obeys."""
    tree = data.draw(trees(leaf=st.builds(Leaf, st.just("a"), st.just("X")), label=st.sampled_from(["A", "B"])))
    assume(len(tree.words) <= 12)
    spans = [(span.left, span.right, span.label) for span in tree.spans()]
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
def test_constraints_that_say_nothing_change_nothing(seed: int, given_target: bool, beam: int) -> None:
    """Labels given the target want a beam as wide as the longest chain."""
    made = network(seed=seed, labels_given_target=given_target)
    sentences = [
        [Leaf(word, "X") for word in text.split()] for text in ("the King of the Britons", "Go", "We see a swallow")
    ]
    free = parse_sentences(made, sentences, beam=beam, k=beam)
    idle = Constraints(forbid=((0, 1, "no such label"),))
    bound = parse_sentences(made, sentences, beam=beam, k=beam, constraints=[idle, None, idle])
    assert [[scored.tree for scored in each] for each in bound] == [[scored.tree for scored in each] for each in free]
