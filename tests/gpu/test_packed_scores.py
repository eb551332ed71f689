"""Over a packing the graph decoder gives the scores that it gives over states."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from gpu.packings import packing_of
from model.growing import VOCABULARY, equal_batches, forest_of
from model.networks import assert_close, graph_decoder, network, random_words
from rightmost.decoding.forest import Forest
from rightmost.gpu.packed_scores import Plain, packed_scores
from rightmost.model.action_scores import IMPOSSIBLE, ActionScores
from rightmost.model.graph_decoder import GraphPrepared
from rightmost.model.network import Network
from rightmost.model.states import ABSENT, DEPTH
from rightmost.transitions.action import Action
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Tree
from strategies import ARTHUR


def prepared_for(made: Network, forest: Forest) -> GraphPrepared:
    words = random_words(made, int(forest.states().next_word.max()) + 1, 0)
    return graph_decoder(made).prepare(words, made.encoder.position_table)


def packed(made: Network, forest: Forest, *, spare: int) -> ActionScores:
    decoder, next_word = graph_decoder(made), forest.states().next_word
    packing = packing_of(decoder, forest, spare=spare)
    return packed_scores(decoder, prepared_for(made, forest), packing, next_word=next_word, steps=Plain())


def ragged(made: Network, forest: Forest) -> ActionScores:
    scores: ActionScores = made.decoder(prepared_for(made, forest), forest.states())
    return scores


def labels_at_all(scores: ActionScores, is_place: Tensor) -> list[Tensor]:
    """Of each place on the chains."""
    places = torch.arange(is_place.shape[1]).expand(is_place.shape)
    return [part.expand(*is_place.shape, -1)[is_place] for part in scores.labels_at(places)]


@settings(deadline=None, max_examples=40)
@given(
    equal_batches(max_words=9),
    st.integers(1, 4),
    st.sampled_from(["separate", "vanilla"]),
    st.booleans(),
    st.integers(0, 40),
)
@torch.no_grad()
def test_packed_scores_are_the_decoder_s(
    batch: list[list[Action]], layers: int, gcn: str, given_target: bool, spare: int
) -> None:
    """However much room there is after the last row."""
    made = network(vocabulary=VOCABULARY, gcn_layers=layers, gcn=gcn, labels_given_target=given_target).double()
    forest = forest_of(batch)
    ours, theirs = packed(made, forest, spare=spare), ragged(made, forest)
    longest = theirs.target.shape[1]
    is_place = theirs.target > IMPOSSIBLE
    assert_close(ours.target[:, :longest], theirs.target, 1e-6)
    assert (ours.target[:, longest:] == IMPOSSIBLE).all()
    for one, other in zip(labels_at_all(ours, is_place), labels_at_all(theirs, is_place)):
        assert_close(one, other, 1e-6)


@torch.no_grad()
def test_the_first_step_is_not_masked() -> None:
    made = network(vocabulary=VOCABULARY).double()
    actions = list(oracle(Tree.from_string(ARTHUR)))
    forest = forest_of([actions] * 2, words=0)
    ours, theirs = packed(made, forest, spare=3), ragged(made, forest)
    target = torch.zeros(2, dtype=torch.long)
    assert all(part.isfinite().all() for part in ours.labels(target))
    masked = ours.masked(forest.states().is_first)
    for one, other in zip(masked.labels(target), theirs.labels(target)):
        assert_close(one, other, 1e-6)


@torch.no_grad()
def test_a_tree_that_is_not_to_be_seen_has_no_targets_and_changes_no_other_s() -> None:
    made = network(vocabulary=VOCABULARY).double()
    actions = list(oracle(Tree.from_string(ARTHUR)))
    forest = forest_of([actions] * 3)
    before = packed(made, forest, spare=0)
    forest.nodes[DEPTH, 1] = ABSENT
    after = packed(made, forest, spare=0)
    assert (after.target[1] == IMPOSSIBLE).all()
    assert_close(after.target[[0, 2]], before.target[[0, 2]], 1e-12)
    target = torch.tensor([4, 0, 1])
    for one, other in zip(after.labels(target), before.labels(target)):
        assert_close(one[[0, 2]], other[[0, 2]], 1e-12)
